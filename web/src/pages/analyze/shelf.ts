//! The analysis of a variant as it survives a reload, and the one before it. Every tab has an analysis of its own; the one
//! that was changed last is stored, and what it takes the place of is put aside. Knows nothing of what is on the screen.
import { readStored, store } from '../../base/storage';
import { readRecord, type GameRecord } from '../../game/record';
import type { Shared } from '../../game/share';

export const nameOf = (variant: string): string => `analysis.${variant}`;
const asideNameOf = (variant: string): string => `replaced.${variant}`;

function readAnalysis(value: unknown): Shared | undefined {
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

/** Whether there is anything in an analysis that somebody could miss. */
export const isWorthKeeping = ({ moves, comment, fen, headers }: GameRecord): boolean =>
  moves.length > 0 || headers.length > 0 || comment !== undefined || fen !== undefined;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export class Shelf {
  readonly #variant: string;
  /** What this tab has found in the store, or put there. */
  #stored: Shared | undefined;
  /** What this tab had on the screen then. */
  #shown: Shared | undefined;

  constructor(variant: string) {
    this.#variant = variant;
  }

  /** What is stored, whichever tab has stored it. */
  read(): Shared | undefined {
    return readStored(nameOf(this.#variant), readAnalysis);
  }

  /** The analysis that was open before. */
  aside(): Shared | undefined {
    return readStored(asideNameOf(this.#variant), readAnalysis);
  }

  putAside(analysis: Shared): void {
    if (isWorthKeeping(analysis.record)) store(asideNameOf(this.#variant), analysis);
  }

  /** What is on the screen is what was found in the store, as far as the rules allow. */
  taken(shown: Shared): void {
    this.#stored = this.read();
    this.#shown = shown;
  }

  /** Whether the store holds something else than this tab has found or put there. */
  isReplaced(): boolean {
    return !isSame(this.read(), this.#stored);
  }

  /** Stores what is on the screen, unless nothing has changed there. What another tab has stored meanwhile is newer than a
   *  game that was only looked at here, and is put aside for one that was changed here. */
  keep(shown: Shared): void {
    if (isSame(shown, this.#shown)) return;
    const there = this.read();
    if (!isSame(there, this.#stored)) {
      if (isSame(shown.record, this.#shown?.record)) return;
      if (there && !isSame(there.record, this.#stored?.record)) this.putAside(there);
    }
    store(nameOf(this.#variant), shown);
    this.#stored = this.read();
    this.#shown = shown;
  }
}
