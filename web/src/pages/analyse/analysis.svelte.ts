//! The state of the analysis page: a game, how it is shown, and what the browser remembers of it.
import { readStored, store } from '../../app/storage';
import { followTurns, turnsTo } from '../../game/nodes';
import { readRecord, type GameRecord } from '../../game/record';
import { GameTree, type Stop } from '../../game/tree.svelte';
import type { Color, Variant } from '../../lib/rules';

interface Stored {
  record: GameRecord;
  at: readonly number[];
  orientation: Color;
}

const nameOf = (variant: Variant): string => `analysis.${variant.id}`;

function readAnalysis(value: unknown): Stored | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { record, at, orientation } = value as Record<string, unknown>;
  const game = readRecord(record);
  return (
    game && {
      record: game,
      at: Array.isArray(at) ? at.filter((turn) => typeof turn === 'number') : [],
      orientation: orientation === 'black' ? 'black' : 'white',
    }
  );
}

export class Analysis {
  readonly variant: Variant;
  tree: GameTree;
  orientation: Color = $state('white');
  #language: string;

  constructor(variant: Variant, language: string) {
    this.variant = variant;
    this.#language = language;
    this.tree = $state.raw(GameTree.start(variant, undefined, language));
    const stored = readStored(nameOf(variant), readAnalysis);
    if (stored) this.#restore(stored);
  }

  /** Opens a game in place of the one that is open, at its end or where the way leads. Throws one clear sentence if
   *  the game cannot be opened, and what is open stays. Returns how to go back to what was open. */
  open(record: GameRecord, at?: readonly number[], onStop?: (stop: Stop) => void): () => void {
    return this.#replace(GameTree.fromRecord(this.variant, record, this.#language, onStop), at ?? []);
  }

  /** Opens a position without moves. Throws one clear sentence if the FEN is bad. */
  openFen(fen?: string): () => void {
    return this.#replace(GameTree.start(this.variant, fen, this.#language), []);
  }

  flip(): void {
    this.orientation = this.orientation === 'white' ? 'black' : 'white';
  }

  speak(language: string): void {
    this.#language = language;
    this.tree.speak(language);
  }

  /** The way to the current node. */
  at(): number[] {
    return turnsTo(this.tree.nodes, this.tree.current);
  }

  /** Has the browser remember the game. */
  remember(): void {
    const stored: Stored = { record: this.tree.toRecord(), at: this.at(), orientation: this.orientation };
    store(nameOf(this.variant), stored);
  }

  #replace(tree: GameTree, at: readonly number[]): () => void {
    const before = { record: this.tree.toRecord(), at: this.at() };
    this.#put(tree, at);
    return () => {
      this.open(before.record, before.at);
    };
  }

  #put(tree: GameTree, at: readonly number[]): void {
    tree.go(followTurns(tree.nodes, at));
    const old = this.tree;
    this.tree = tree;
    // What is drawn still holds the old game until the next frame.
    setTimeout(() => old.free(), 1000);
  }

  /** A stored game of which the rules refuse a part is opened as far as they allow. */
  #restore({ record, at, orientation }: Stored): void {
    try {
      const tree = GameTree.fromRecord(this.variant, record, this.#language, () => undefined);
      this.#put(tree, at);
      this.orientation = orientation;
    } catch {
      // A start position that older rules took and these refuse: the page begins anew.
    }
  }
}
