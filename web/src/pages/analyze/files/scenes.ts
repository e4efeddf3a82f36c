//! The scenes of a game's pictures: positions with their captions, marks, and overlays.
import { captionOf, pictureTitle } from './title';
import type { Scene } from '../../../export/diagram';
import type { GameTree } from '../../../game/tree.svelte';
import type { Game, Played, Snapshot } from '../../../lib/rules';

interface PictureOptions {
  overlay: string | undefined;
  flipped: boolean;
  /** True if ranks and files are named. */
  isNamed: boolean;
  /** True if the caption names the players and the last move. */
  hasCaption: boolean;
}

/** Returns the origin and destination squares of a move. */
const squaresOf = (played: Played | undefined): string[] =>
  (played?.events ?? []).flatMap(({ event }) => (event.kind === 'moved' ? [event.from, event.to] : []));

function sceneOf(
  tree: GameTree,
  game: Game,
  snapshot: Snapshot,
  ply: number,
  last: Played | undefined,
  { overlay, flipped, isNamed, hasCaption }: PictureOptions,
): Scene {
  return {
    variant: tree.variant,
    snapshot,
    overlay: overlay === undefined ? undefined : game.overlay(overlay),
    flipped,
    marked: squaresOf(last),
    label: pictureTitle(tree.variant, snapshot),
    caption: hasCaption ? captionOf(tree, ply, last) : undefined,
    isNamed,
  };
}

/** Returns the current position. */
export const currentScene = (tree: GameTree, options: PictureOptions): Scene =>
  sceneOf(tree, tree.game, tree.snapshot, tree.here.ply, tree.last, options);

/** Yields every position of the current line, from the start. */
export function* lineScenes(tree: GameTree, options: PictureOptions): Generator<Scene> {
  const game = tree.game.clone();
  try {
    while (game.undo());
    yield sceneOf(tree, game, game.snapshot(), 0, undefined, options);
    for (const { played, ply } of tree.line()) {
      game.play(played.uci);
      yield sceneOf(tree, game, game.snapshot(), ply, played, options);
    }
  } finally {
    game.free();
  }
}
