//! The state of the analysis page: the game, its display, and the copy stored in the browser.
import { followTurns, turnsTo } from '../../game/nodes';
import type { GameRecord } from '../../game/record';
import type { Shared } from '../../game/share';
import { GameTree, type IllegalMove } from '../../game/tree.svelte';
import { epdToFen, newRecord, type Color, type Variant } from '../../lib/rules';

import { isWorthKeeping, AnalysisStorage } from './analysisStorage';

/** Reopens the previous game; undefined if there was nothing worth reopening. */
export type Undo = (() => void) | undefined;

interface Opening {
  /** The path to the current node; the start if undefined. */
  at?: readonly number[];
  /** The side at the bottom of the board; unchanged if undefined. */
  orientation?: Color;
  /** Called with the move that the rules reject, at which the game is cut off. */
  onIllegalMove?: (illegalMove: IllegalMove) => void;
}

export class Analysis {
  readonly variant: Variant;
  readonly storage: AnalysisStorage;
  tree: GameTree;
  orientation: Color = $state('white');
  #language: string;

  constructor(variant: Variant, language: string) {
    this.variant = variant;
    this.storage = new AnalysisStorage(variant.id);
    this.#language = language;
    this.tree = $state.raw(GameTree.record(variant, undefined, language));
    this.restore();
  }

  /**
   * Opens a game in place of the current one. Throws a one-sentence error if that is impossible; the current
   * game then stays open.
   */
  open(record: GameRecord, { at = [], orientation, onIllegalMove }: Opening = {}): Undo {
    const tree = GameTree.fromRecord(this.variant, record, this.#language, onIllegalMove, newRecord);
    return this.#replace(tree, at, orientation ?? this.orientation);
  }

  /** Opens a position from a FEN or an EPD line, without moves. Throws a one-sentence error if it is invalid. */
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

  /** Returns the open game in its stored and shared form. */
  toStored(): Shared {
    const { tree, orientation } = this;
    return { record: tree.toRecord(), at: turnsTo(tree.nodes, tree.current), orientation };
  }

  /** Stores the game in the browser if it was changed in this tab. */
  remember(): void {
    this.storage.save(this.toStored());
  }

  /** Opens the stored game, as far as it is legal. */
  restore(): void {
    const stored = this.storage.read();
    try {
      if (stored) this.#show(stored);
    } catch {
      // An older version accepted this starting position and the rules now reject it, so the page starts fresh.
    }
    this.storage.markShown(this.toStored());
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
    this.storage.savePrevious(before);
    return () => {
      this.storage.savePrevious(this.toStored());
      this.#show(before);
    };
  }

  #put(tree: GameTree, at: readonly number[]): void {
    tree.go(followTurns(tree.nodes, at));
    const old = this.tree;
    this.tree = tree;
    // The old game stays on screen until the next frame.
    setTimeout(() => old.free(), 1000);
  }
}
