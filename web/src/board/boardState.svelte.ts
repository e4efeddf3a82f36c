//! The state of a visitor's input on a board: the picked piece, the square pointed at, and the move about to be played.
//! Independent of the geometry of the board and of the rules: moves come from the snapshot.
import type { Explanation, LegalMove, Overlay, PlacedPiece } from '../lib/rules';
import { spotOf } from './drawing/arrangement';
import { ghostOf, type Ghost } from './drawing/ghost';
import { threatenedKings } from './drawing/marked';
import { layerOfEnergies } from './overlays';
import type { BoardProps, Shape } from './types';

/** A move that waits for a choice by the player. */
export interface Pending {
  from: string;
  to: string;
  moves: LegalMove[];
}

/** The reactive state of a visitor's input on one board. */
export class BoardState {
  hovered: string | undefined = $state();
  /** A square that was tapped or clicked for its details. */
  inspected: string | undefined = $state();
  /** True while the keyboard moves the cursor. */
  isSteered = $state(false);
  pending: Pending | undefined = $state.raw();
  /** The piece picked by the visitor, as opposed to one picked by the page. */
  #picked: string | undefined;

  /** The props of the board; the state also writes `selected`, `cursor`, and `shapes`. */
  constructor(readonly props: BoardProps) {}

  readonly pieces: ReadonlyMap<string, PlacedPiece> = $derived.by(
    () => new Map(this.props.snapshot.pieces.map((piece) => [piece.square, piece])),
  );

  /** Levels that the picked piece is neither on nor can move to. */
  readonly idleLevels: ReadonlySet<number> = $derived.by(() => {
    const { selected, variant } = this.props;
    if (selected === undefined || variant.levels === 1) return new Set();
    const used = new Set([selected, ...this.destinations.keys()].map((square) => spotOf(square)?.level));
    return new Set(
      Array.from({ length: variant.levels }, (_, level) => level).filter((level) => !used.has(level)),
    );
  });

  /** The legal moves of the picked piece, by destination. */
  readonly destinations: ReadonlyMap<string, LegalMove[]> = $derived.by(() =>
    this.destinationsOf(this.props.selected),
  );

  readonly #steered: string | undefined = $derived.by(() => (this.isSteered ? this.props.cursor : undefined));

  /** The destination of a proposed move, which is played once it is confirmed. */
  proposed: string | undefined = $state();

  /** The square that the visitor points at with the mouse, the keyboard, or a proposal. */
  readonly target: string | undefined = $derived.by(() => this.hovered ?? this.proposed ?? this.#steered);

  /** The complete overlay, regardless of the picked piece. */
  readonly layer: Overlay = $derived.by(() => this.layerOf(undefined));

  /** The squares of kings that can be captured on the next move, if the visitor wants a warning. */
  readonly endangered: readonly string[] = $derived.by(() =>
    this.props.warns ? threatenedKings(this.props.snapshot) : [],
  );

  /** The square whose part of the overlay is shown. */
  readonly focus: string | undefined = $derived.by(() => {
    if (this.ghost) return undefined;
    return this.hovered ?? this.props.selected ?? this.inspected ?? this.#steered ?? this.props.regarded;
  });

  /** The part of the overlay that concerns the square in focus. */
  readonly focused: Overlay | undefined = $derived.by(() =>
    this.focus === undefined ? undefined : this.layerOf(this.focus),
  );

  /** The squares that the picked piece may enter, each with the piece that it enters as. */
  readonly entries: Overlay['entries'] = $derived.by(() => {
    const picked = this.props.selected;
    return picked === undefined ? [] : this.layerOf(picked).entries;
  });

  /** Squares with a number that the picked piece could reach without a rule of the variant. */
  readonly closed: readonly string[] = $derived.by(() => {
    const { selected, game, overlay } = this.props;
    if (selected === undefined || overlay === undefined || !this.isMovable(selected) || this.plans) return [];
    const unreached = this.layer.values.filter(
      ({ square }) => square !== selected && !this.destinations.has(square),
    );
    return unreached
      .map(({ square }) => square)
      .filter((square) => isOwnRule(game.explain(selected + square).rule));
  });

  /** The preview of a move to the square pointed at. */
  readonly ghost: Ghost | undefined = $derived.by(() => {
    const { snapshot, game, overlay } = this.props;
    const to = this.pending?.to ?? this.target;
    const moves = to === undefined ? undefined : (this.pending?.moves ?? this.destinations.get(to));
    const move = moves?.find(({ uci }) => uci === this.considered) ?? moves?.[0];
    if (!moves || !move) return undefined;
    const choices = this.pending ? 0 : moves.length - 1;
    return ghostOf(snapshot, move, choices, game.preview(move.uci, overlay), this.layer);
  });

  /** The square of the piece that a choice concerns: a push may promote a piece other than the moving one. */
  readonly choiceAt: string | undefined = $derived.by(() => {
    const { game, overlay } = this.props;
    const [move] = this.pending?.moves ?? [];
    if (!move) return undefined;
    const events = game.preview(move.uci, overlay).events.map(({ event }) => event);
    const promoted = events.find((event) => event.kind === 'promoted');
    return promoted?.at ?? move.to;
  });

  /** The choice that is pointed at, in UCI. */
  considered: string | undefined = $state();

  destinationsOf(square: string | undefined): Map<string, LegalMove[]> {
    const found = new Map<string, LegalMove[]>();
    if (square === undefined || !this.isMovable(square)) return found;
    for (const move of this.props.snapshot.moves) {
      if (move.from === square) found.set(move.to, [...(found.get(move.to) ?? []), move]);
    }
    return found;
  }

  /** Returns true if the visitor may pick up the piece on a square, even if it has no legal move. */
  isMovable(square: string): boolean {
    const { movable, snapshot } = this.props;
    const piece = this.pieces.get(square);
    if (!piece || snapshot.ending) return false;
    return movable === 'both' || movable === piece.color;
  }

  /** Returns true if the pieces on both squares are of the same side. */
  isFriend(square: string, other: string): boolean {
    const color = this.pieces.get(other)?.color;
    return color !== undefined && this.pieces.get(square)?.color === color;
  }

  /** Returns true if a click on a movable piece selects it instead of moving the selected piece there. */
  picksInstead(square: string): boolean {
    const { selected, retakes } = this.props;
    if (selected === undefined || selected === square) return true;
    return this.isFriend(square, selected) && !(this.plans && retakes?.(selected, square));
  }

  pick(square: string | undefined): void {
    this.props.selected = square;
    this.#picked = square;
    this.inspected = undefined;
    this.pending = undefined;
    this.proposed = undefined;
  }

  /**
   * Previews the move of the picked piece to a square. Returns false if there is no such move or it is already shown.
   */
  propose(to: string): boolean {
    if (this.proposed === to || !this.destinations.has(to)) return false;
    this.proposed = to;
    return true;
  }

  /** True if moves are entered as premoves. */
  get plans(): boolean {
    return this.props.onplan !== undefined;
  }

  /** Handles a click, a tap, or Enter on a square. */
  activate(square: string): void {
    const { selected } = this.props;
    // A click on a piece that was picked by the page picks it for the visitor.
    if (selected === square) this.pick(this.#picked === square ? undefined : square);
    else if (selected !== undefined && this.destinations.has(square)) this.attempt(selected, square);
    else if (this.isMovable(square) && this.picksInstead(square)) this.pick(square);
    else if (selected !== undefined) this.attempt(selected, square);
    else {
      this.inspected = this.inspected === square ? undefined : square;
      this.props.onunplan?.();
    }
  }

  /** Plays a move, asks for a choice, or explains why it is illegal. A premove is passed on unchecked. */
  attempt(from: string, to: string): void {
    if (this.plans) {
      this.release();
      this.props.onplan?.(from, to);
      return;
    }
    const moves = this.destinationsOf(from).get(to) ?? [];
    const [only] = moves;
    if (!only) {
      this.#refuse(this.props.game.explain(from + to));
    } else if (moves.length > 1) {
      this.props.selected = from;
      this.pending = { from, to, moves };
    } else {
      this.play(only.uci);
    }
  }

  play(uci: string): void {
    this.release();
    this.props.onmove?.(uci);
  }

  /** True if anything is picked, inspected, or pending. */
  get isBusy(): boolean {
    const { selected } = this.props;
    return [selected, this.inspected, this.pending, this.proposed].some((held) => held !== undefined);
  }

  /** Clears the picked piece and any pending move. */
  release(): void {
    this.pick(undefined);
    this.considered = undefined;
  }

  /** Cancels the premoves. Returns false if there are none. */
  unplan(): boolean {
    const { onunplan } = this.props;
    if (!onunplan) return false;
    this.release();
    onunplan();
    return true;
  }

  /** Draws a mark, or removes it if it is already there. */
  draw(shape: Shape): void {
    const text = JSON.stringify(shape);
    const others = (this.props.shapes ?? []).filter((other) => JSON.stringify(other) !== text);
    const isNew = others.length === (this.props.shapes ?? []).length;
    this.props.shapes = isNew ? [...others, shape] : others;
  }

  /** Clears drawings that are not kept with the position. */
  clearShapes(): void {
    if (this.props.drawing !== 'kept' && (this.props.shapes ?? []).length > 0) this.props.shapes = [];
  }

  #refuse(why: Explanation): void {
    this.pick(undefined);
    this.props.onrefused?.(why);
  }

  /** Returns the part of the overlay that concerns a square; without an overlay, the energies on the board. */
  layerOf(square: string | undefined): Overlay {
    const { game, snapshot, overlay } = this.props;
    const bare = layerOfEnergies(snapshot);
    return overlay === undefined ? bare : (game.overlay(overlay, square) ?? bare);
  }
}

/** Returns true if a rule belongs to the variant and not to the rules common to all. */
const isOwnRule = (rule: string | undefined): boolean => rule !== undefined && !/^[CN]\./.test(rule);
