//! Descriptions of a board's keyboard shortcuts, for the help dialog.
import type { BoardEnvironment } from '../environment.svelte';

export const boardShortcuts = (t: BoardEnvironment['t']) => ({
  title: t('board.keys'),
  shortcuts: [
    { keys: ['Tab'], text: t('board.key.tab') },
    { keys: ['←', '↑', '→', '↓'], text: t('board.key.step') },
    { keys: ['PgUp', 'PgDn'], text: t('board.key.climb') },
    { keys: ['Enter'], text: t('board.key.activate') },
    { keys: ['Esc'], text: t('board.key.cancel') },
    { keys: ['K', 'Q', 'R', 'B', 'N', 'P'], text: t('board.key.find') },
    { keys: ['S'], text: t('board.key.square') },
    { keys: ['M'], text: t('board.key.moves') },
    { keys: ['L'], text: t('board.key.last') },
    { keys: ['A'], text: t('board.key.position') },
    { keys: ['V'], text: t('board.key.values') },
  ],
});
