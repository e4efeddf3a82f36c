//! The state of the analysis page: a game, how it is shown, and what the browser remembers of it.
import { followTurns, turnsTo } from '../../game/nodes';
import type { GameRecord } from '../../game/record';
import type { Shared } from '../../game/share';
import { GameTree, type Stop } from '../../game/tree.svelte';
import { epdToFen, newRecord, type Color, type Variant } from '../../lib/rules';

import { isWorthKeeping, Shelf } from './shelf';

/** The way back to what was open; undefined where there was nothing that somebody could miss. */
export type Undo = (() => void) | undefined;

interface Opening {
  /** The way to the node that is shown; the start without it. */
  at?: readonly number[];
  /** The side that is shown below; as it is without it. */
  orientation?: Color;
  /** Hears of the move at which the game ends because the rules refuse it. */
  onStop?: (stop: Stop) => void;
}

export class Analysis {
  readonly variant: Variant;
  readonly shelf: Shelf;
  tree: GameTree;
  orientation: Color = $state('white');
  #language: string;

  constructor(variant: Variant, language: string) {
    this.variant = variant;
    this.shelf = new Shelf(variant.id);
    this.#language = language;
    this.tree = $state.raw(GameTree.record(variant, undefined, language));
    this.restore();
  }

  /** Opens a game in place of the one that is open. Throws one clear sentence if the game cannot be opened, and what is
   *  open stays. */
  open(record: GameRecord, { at = [], orientation, onStop }: Opening = {}): Undo {
    const tree = GameTree.fromRecord(this.variant, record, this.#language, onStop, newRecord);
    return this.#replace(tree, at, orientation ?? this.orientation);
  }

  /** Opens a position without moves. Throws one clear sentence if the FEN is bad. */
  /** Opens a position, as FEN or as a line of EPD. */
  openFen(fen?: string): Undo {
    return this.#replace(
      GameTree.record(this.variant, fen && epdToFen(fen), this.#language),
      [],
      this.orientation,
    );
  }

  flip(): void {
    this.orientation = this.orientation === 'white' ? 'black' : 'white';
  }

  speak(language: string): void {
    this.#language = language;
    this.tree.speak(language);
  }

  /** What is open, as it is stored and shared. */
  toStored(): Shared {
    const { tree, orientation } = this;
    return { record: tree.toRecord(), at: turnsTo(tree.nodes, tree.current), orientation };
  }

  /** Has the browser remember the game, if it was changed in this tab. */
  remember(): void {
    this.shelf.keep(this.toStored());
  }

  /** Opens what is stored. A game of which the rules refuse a part is opened as far as they allow. */
  restore(): void {
    const stored = this.shelf.read();
    try {
      if (stored) this.#show(stored);
    } catch {
      // A start position that older rules took and these refuse: the page begins anew.
    }
    this.shelf.taken(this.toStored());
  }

  #show({ record, at, orientation }: Shared): void {
    this.#put(
      GameTree.fromRecord(this.variant, record, this.#language, () => undefined, newRecord),
      at,
    );
    this.orientation = orientation;
  }

  #replace(tree: GameTree, at: readonly number[], orientation: Color): Undo {
    const before = this.toStored();
    this.#put(tree, at);
    this.orientation = orientation;
    const after = this.toStored();
    if (!isWorthKeeping(before.record) || JSON.stringify(before.record) === JSON.stringify(after.record))
      return undefined;
    this.shelf.putAside(before);
    return () => {
      this.shelf.putAside(this.toStored());
      this.#show(before);
    };
  }

  #put(tree: GameTree, at: readonly number[]): void {
    tree.go(followTurns(tree.nodes, at));
    const old = this.tree;
    this.tree = tree;
    // What is drawn still holds the old game until the next frame.
    setTimeout(() => old.free(), 1000);
  }
}
