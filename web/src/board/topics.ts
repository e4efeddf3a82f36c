//! What may be asked of a board, and the answers in words.
import { t } from '../base/messages.svelte';
import type { BoardState } from './boardState.svelte';
import { layerText, movesText, partTexts, positionText, squareText, threatText } from './speech';

export type Topic = 'position' | 'moves' | 'last' | 'layer' | 'square';

/** The answer, in sentences. */
export function spoken(topic: Topic, board: BoardState, square: string | undefined): string[] {
  const { snapshot, last, variant, overlay } = board.props;
  switch (topic) {
    case 'position':
      return positionText(snapshot);
    case 'moves':
      return square === undefined
        ? [t('board.pickFirst')]
        : [movesText(square, board.pieces.get(square), snapshot.moves)];
    case 'last':
      if (!last) return [t('board.noLast')];
      return [
        `${last.san}.`,
        ...last.events.map(({ text }) => text),
        ...(snapshot.checkers.length > 0 ? [t('board.check')] : []),
        ...(board.endangered.length > 0 ? [threatText(snapshot)] : []),
      ];
    case 'layer': {
      if (overlay === undefined) return [t('board.noLayer')];
      const name = variant.overlays.find(({ id }) => id === overlay)?.name ?? '';
      return [layerText(square === undefined ? board.layer : board.layerOf(square), name)];
    }
    case 'square':
      if (square === undefined) return [];
      return [
        `${squareText(square, board.pieces.get(square), board.layer)}.`,
        ...partTexts(square, board.layerOf(square).parts),
      ];
  }
}
