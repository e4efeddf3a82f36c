//! The state of the position editor: a draft, its undo history, and the selected tool.
import { sentence } from '../../../base/errors';
import {
  newRecord,
  readDraft,
  writeDraft,
  type Draft,
  type Snapshot,
  type Variant,
} from '../../../lib/rules';

import { charged, energyAt, erased, markToggled, placed, pieceAt, withEnPassant, type Piece } from './draft';

export type Tool =
  | { kind: 'hand' }
  | { kind: 'eraser' }
  | { kind: 'mark' }
  | { kind: 'energy' }
  | { kind: 'piece'; piece: Piece };

/** The rules' verdict on a draft. */
export type Validity = { kind: 'legal'; snapshot: Snapshot } | { kind: 'illegal'; text: string };

/** The maximum number of undo steps. */
const REMEMBERED = 200;

export class Editing {
  readonly variant: Variant;
  readonly language: string;
  tool: Tool = $state.raw({ kind: 'hand' });
  /** The amount that the energy tool places. */
  amount = $state(1);
  #draft: Draft;
  #earlier: readonly Draft[] = $state.raw([]);

  constructor(variant: Variant, fen: string, language: string) {
    this.variant = variant;
    this.language = language;
    this.#draft = $state.raw(readDraft(variant.id, fen, language));
  }

  get draft(): Draft {
    return this.#draft;
  }
  get canUndo(): boolean {
    return this.#earlier.length > 0;
  }
  readonly fen: string = $derived.by(() => writeDraft(this.variant.id, this.#draft));
  readonly validity: Validity = $derived.by(() => this.#judge(this.fen));

  /** The squares on which the rules allow an en passant capture. */
  readonly enPassantSquares: readonly string[] = $derived.by(() => {
    const plain = writeDraft(this.variant.id, withEnPassant(this.#draft, undefined));
    if (!this.variant.means.includes('enPassant') || this.#judge(plain).kind === 'illegal') return [];
    return this.#squares().filter((square) => {
      if (pieceAt(this.#draft, square)) return false;
      const judged = this.#judge(writeDraft(this.variant.id, withEnPassant(this.#draft, square)));
      return judged.kind === 'legal' && judged.snapshot.fen.split(' ')[3] === square;
    });
  });

  change(draft: Draft): void {
    if (draft === this.#draft) return;
    this.#earlier = [...this.#earlier.slice(-REMEMBERED), this.#draft];
    this.#draft = draft;
  }
  undo(): void {
    const last = this.#earlier.at(-1);
    if (!last) return;
    this.#earlier = this.#earlier.slice(0, -1);
    this.#draft = last;
  }
  /** Loads the parts of a FEN. Throws a one-sentence error if it is malformed. */
  read(fen: string): void {
    this.change(readDraft(this.variant.id, fen, this.language));
  }

  /** Uses the selected tool on a square. */
  use(square: string): void {
    const draft = this.#draft;
    switch (this.tool.kind) {
      case 'hand':
        break;
      case 'eraser':
        this.change(pieceAt(draft, square) ? erased(draft, square) : charged(draft, square, 0));
        break;
      case 'mark':
        this.change(markToggled(draft, square));
        break;
      case 'energy':
        this.change(charged(draft, square, energyAt(draft, square) === this.amount ? 0 : this.amount));
        break;
      case 'piece':
        this.put(square, this.tool.piece);
    }
  }
  /** Places a piece, or removes the same piece. */
  put(square: string, piece: Piece): void {
    const there = pieceAt(this.#draft, square);
    const isSame = there?.color === piece.color && there.role === piece.role;
    this.change(isSame ? erased(this.#draft, square) : placed(this.#draft, square, piece));
  }

  #judge(fen: string): Validity {
    try {
      const game = newRecord(this.variant.id, this.language, fen);
      const snapshot = game.snapshot();
      game.free();
      return { kind: 'legal', snapshot };
    } catch (error) {
      return { kind: 'illegal', text: sentence(error) };
    }
  }

  #squares(): string[] {
    const { files, ranks } = this.variant;
    return Array.from({ length: files * ranks }, (_, at) => {
      const [file, rank] = [at % files, Math.floor(at / files)];
      return `${String.fromCharCode(97 + file)}${rank + 1}`;
    });
  }
}
