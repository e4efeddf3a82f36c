//! Premoves of a person while the computer thinks. The rules check each of them when it is due.
import type { Color, Snapshot } from '../../lib/rules';
import { imagined, isOwn, movesMeant, piecesAfter, type Premove } from '../../live/premoves';
import { canRetake } from '../../live/recapture';
import type { Table } from './table.svelte';

/** The outcome of a due premove: played, illegal, or ambiguous. */
export type DuePremove =
  { kind: 'played'; uci: string } | { kind: 'void' } | { kind: 'choice'; premove: Premove };

export class Premoves {
  list: readonly Premove[] = $state.raw([]);

  constructor(
    private readonly table: Table,
    /** The side of the only person. */
    private readonly side: Color | undefined,
  ) {}

  /** True if premoves are possible, because the computer is to move. */
  get isOpen(): boolean {
    return this.side !== undefined && this.table.isLive && this.table.mover?.kind === 'computer';
  }
  /** The current position, with the pieces moved by the premoves. */
  get shown(): Snapshot {
    const { table } = this;
    return table.isLive ? imagined(table.head, this.list) : table.tree.snapshot;
  }

  plan(premove: Premove): void {
    if (!this.isOpen || this.side === undefined || premove.from === premove.to) return;
    if (isOwn(piecesAfter(this.table.head.pieces, this.list), premove.from, this.side))
      this.list = [...this.list, premove];
  }
  /** Returns true if a premove could recapture on a square with a piece of the same side. */
  canRetake(from: string, to: string): boolean {
    const { variant, head } = this.table;
    const pieces = piecesAfter(head.pieces, this.list);
    const { side } = this;
    return canRetake(side && { variant: variant.id, fen: head.fen, pieces, side }, from, to);
  }
  unplan(): void {
    this.list = [];
  }

  /** Removes and resolves the first premove if it is the person's turn. */
  takeDue(): DuePremove | undefined {
    const [next, ...rest] = this.list;
    const { verdict, mover, head } = this.table;
    if (!next) return undefined;
    if (verdict) this.unplan();
    if (mover?.kind !== 'person') return undefined;
    const [only, ...others] = movesMeant(head, next);
    this.list = only ? rest : [];
    if (!only) return { kind: 'void' };
    return others.length > 0 ? { kind: 'choice', premove: next } : { kind: 'played', uci: only.uci };
  }
}
