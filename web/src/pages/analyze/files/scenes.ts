//! What the pictures of a game show.
import { captionOf, pictureTitle } from './title';
import type { Scene } from '../../../export/diagram';
import type { GameTree } from '../../../game/tree.svelte';
import type { Game, Played, Snapshot } from '../../../lib/rules';

interface Look {
  overlay: string | undefined;
  flipped: boolean;
  /** Whether ranks and files are named. */
  isNamed: boolean;
  /** Whether players and the last move stand under the board. */
  isTold: boolean;
}

/** Where a move began and ended. */
const squaresOf = (played: Played | undefined): string[] =>
  (played?.events ?? []).flatMap(({ event }) => (event.kind === 'moved' ? [event.from, event.to] : []));

function sceneOf(
  tree: GameTree,
  game: Game,
  snapshot: Snapshot,
  ply: number,
  last: Played | undefined,
  { overlay, flipped, isNamed, isTold }: Look,
): Scene {
  return {
    variant: tree.variant,
    snapshot,
    overlay: overlay === undefined ? undefined : game.overlay(overlay),
    flipped,
    marked: squaresOf(last),
    label: pictureTitle(tree.variant, snapshot),
    caption: isTold ? captionOf(tree, ply, last) : undefined,
    isNamed,
  };
}

/** The position that is shown. */
export const currentScene = (tree: GameTree, look: Look): Scene =>
  sceneOf(tree, tree.game, tree.snapshot, tree.here.ply, tree.last, look);

/** Every position of the line that is shown, the start first. */
export function* lineScenes(tree: GameTree, look: Look): Generator<Scene> {
  const game = tree.game.clone();
  try {
    while (game.undo());
    yield sceneOf(tree, game, game.snapshot(), 0, undefined, look);
    for (const { played, ply } of tree.line()) {
      game.play(played.uci);
      yield sceneOf(tree, game, game.snapshot(), ply, played, look);
    }
  } finally {
    game.free();
  }
}
