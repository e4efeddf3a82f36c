//! The stored analysis of a variant, which survives a reload, and the one before it. Every tab has its own analysis;
//! the one changed last is stored, and the one it replaces is set aside. Independent of the display.
import { readStored, store } from '../../base/storage';
import { readRecord, type GameRecord } from '../../game/record';
import type { Shared } from '../../game/share';

export const nameOf = (variant: string): string => `analysis.${variant}`;
const previousNameOf = (variant: string): string => `replaced.${variant}`;

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

/** Returns true if an analysis contains anything worth keeping. */
export const isWorthKeeping = ({ moves, comment, fen, headers }: GameRecord): boolean =>
  moves.length > 0 || headers.length > 0 || comment !== undefined || fen !== undefined;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export class AnalysisStorage {
  readonly #variant: string;
  /** The analysis that this tab has last read or written. */
  #stored: Shared | undefined;
  /** The analysis that this tab had on screen at that time. */
  #shown: Shared | undefined;

  constructor(variant: string) {
    this.#variant = variant;
  }

  /** Returns the stored analysis, from any tab. */
  read(): Shared | undefined {
    return readStored(nameOf(this.#variant), readAnalysis);
  }

  /** Returns the previous analysis. */
  previous(): Shared | undefined {
    return readStored(previousNameOf(this.#variant), readAnalysis);
  }

  savePrevious(analysis: Shared): void {
    if (isWorthKeeping(analysis.record)) store(previousNameOf(this.#variant), analysis);
  }

  /** Records that the stored analysis is now on screen, as far as it is legal. */
  markShown(shown: Shared): void {
    this.#stored = this.read();
    this.#shown = shown;
  }

  /** Returns true if another tab has stored a different analysis. */
  isReplaced(): boolean {
    return !isSame(this.read(), this.#stored);
  }

  /**
   * Stores the analysis on screen if it has changed. If another tab has stored one in the meantime, that one wins over
   * a game that was only viewed here, and is set aside for one that was edited here.
   */
  save(shown: Shared): void {
    if (isSame(shown, this.#shown)) return;
    const there = this.read();
    if (!isSame(there, this.#stored)) {
      if (isSame(shown.record, this.#shown?.record)) return;
      if (there && !isSame(there.record, this.#stored?.record)) this.savePrevious(there);
    }
    store(nameOf(this.#variant), shown);
    this.#stored = this.read();
    this.#shown = shown;
  }
}
