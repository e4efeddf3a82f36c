//! What a visitor is doing on a board: what is picked, pointed at and about to be played.
//! Knows nothing of where squares are drawn, and nothing of rules: moves come from the snapshot.
import type { Explanation, LegalMove, Overlay, PlacedPiece } from '../lib/rules';
import { spotOf } from './drawing/arrangement';
import { ghostOf, type Ghost } from './drawing/ghost';
import { threatenedKings } from './drawing/marked';
import { layerOfEnergies } from './overlays';
import type { BoardProps, Shape } from './types';

/** A move that waits for the player's choice. */
export interface Pending {
  from: string;
  to: string;
  moves: LegalMove[];
}

export class BoardState {
  /** The square under the mouse or under a dragged piece. */
  hovered: string | undefined = $state();
  /** A square that was tapped or clicked to look at it. */
  inspected: string | undefined = $state();
  /** Whether the keyboard moves the cursor just now. */
  isSteered = $state(false);
  pending: Pending | undefined = $state.raw();
  /** What the visitor picked, as against what the page picked for them. */
  #picked: string | undefined;

  /** The props of the board; `selected`, `cursor` and `shapes` are written too. */
  constructor(readonly props: BoardProps) {}

  readonly pieces: ReadonlyMap<string, PlacedPiece> = $derived.by(
    () => new Map(this.props.snapshot.pieces.map((piece) => [piece.square, piece])),
  );

  /** Levels that the picked piece neither stands on nor can get to. */
  readonly idleLevels: ReadonlySet<number> = $derived.by(() => {
    const { selected, variant } = this.props;
    if (selected === undefined || variant.levels === 1) return new Set();
    const used = new Set([selected, ...this.destinations.keys()].map((square) => spotOf(square)?.level));
    return new Set(
      Array.from({ length: variant.levels }, (_, level) => level).filter((level) => !used.has(level)),
    );
  });

  /** Where the picked piece may go, and how. */
  readonly destinations: ReadonlyMap<string, LegalMove[]> = $derived.by(() =>
    this.destinationsOf(this.props.selected),
  );

  readonly #steered: string | undefined = $derived.by(() => (this.isSteered ? this.props.cursor : undefined));

  /** Where a move was proposed that is played once it is confirmed. */
  proposed: string | undefined = $state();

  /** The square that the visitor points at, by mouse, keyboard or proposal. */
  readonly target: string | undefined = $derived.by(() => this.hovered ?? this.proposed ?? this.#steered);

  /** The whole layer, whatever is picked. */
  readonly layer: Overlay = $derived.by(() => this.layerOf(undefined));

  /** The squares of kings that can be captured on the next move, if the visitor is to be told. */
  readonly endangered: readonly string[] = $derived.by(() =>
    this.props.warns ? threatenedKings(this.props.snapshot) : [],
  );

  /** The square whose part in the layer is shown. */
  readonly focus: string | undefined = $derived.by(() => {
    if (this.ghost) return undefined;
    return this.hovered ?? this.props.selected ?? this.inspected ?? this.#steered ?? this.props.regarded;
  });

  /** The layer as far as it concerns the square in focus. */
  readonly focused: Overlay | undefined = $derived.by(() =>
    this.focus === undefined ? undefined : this.layerOf(this.focus),
  );

  /** Which squares the picked piece may enter, and as what. */
  readonly entries: Overlay['entries'] = $derived.by(() => {
    const picked = this.props.selected;
    return picked === undefined ? [] : this.layerOf(picked).entries;
  });

  /** Squares with a number that the picked piece would reach but for a rule of the variant's own. */
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

  /** What would happen if the visitor played to the square pointed at. */
  readonly ghost: Ghost | undefined = $derived.by(() => {
    const { snapshot, game, overlay } = this.props;
    const to = this.pending?.to ?? this.target;
    const moves = to === undefined ? undefined : (this.pending?.moves ?? this.destinations.get(to));
    const move = moves?.find(({ uci }) => uci === this.considered) ?? moves?.[0];
    if (!moves || !move) return undefined;
    const choices = this.pending ? 0 : moves.length - 1;
    return ghostOf(snapshot, move, choices, game.preview(move.uci, overlay), this.layer);
  });

  /** The square of the piece that a choice is about: a push may promote another than the one that moves. */
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

  /** Whether the visitor may pick up what stands there. It need not have a legal move. */
  isMovable(square: string): boolean {
    const { movable, snapshot } = this.props;
    const piece = this.pieces.get(square);
    if (!piece || snapshot.ending) return false;
    return movable === 'both' || movable === piece.color;
  }

  /** Whether the piece on a square is of the same side as the one on the other. */
  isFriend(square: string, other: string): boolean {
    const color = this.pieces.get(other)?.color;
    return color !== undefined && this.pieces.get(square)?.color === color;
  }

  /** Whether a click on a movable piece selects it, and does not move the selected one there. */
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

  /** Shows what the move of the picked piece to a square would do; false if there is none, or if it is shown already. */
  propose(to: string): boolean {
    if (this.proposed === to || !this.destinations.has(to)) return false;
    this.proposed = to;
    return true;
  }

  /** Whether what is picked is to move later. */
  get plans(): boolean {
    return this.props.onplan !== undefined;
  }

  /** A click, a tap, or Enter on a square. */
  activate(square: string): void {
    const { selected } = this.props;
    // Who clicks a piece that the page has picked means to pick it.
    if (selected === square) this.pick(this.#picked === square ? undefined : square);
    else if (selected !== undefined && this.destinations.has(square)) this.attempt(selected, square);
    else if (this.isMovable(square) && this.picksInstead(square)) this.pick(square);
    else if (selected !== undefined) this.attempt(selected, square);
    else {
      this.inspected = this.inspected === square ? undefined : square;
      this.props.onunplan?.();
    }
  }

  /** Plays, asks for a choice, or has the refusal explained; what is for later is taken as it is. */
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

  /** Whether there is anything to let go of. */
  get isBusy(): boolean {
    const { selected } = this.props;
    return [selected, this.inspected, this.pending, this.proposed].some((held) => held !== undefined);
  }

  /** Lets go of whatever is picked or pending. */
  release(): void {
    this.pick(undefined);
    this.considered = undefined;
  }

  /** Drops what was planned; false if nothing was. */
  unplan(): boolean {
    const { onunplan } = this.props;
    if (!onunplan) return false;
    this.release();
    onunplan();
    return true;
  }

  /** Draws a mark, or takes it away if the same one is there. */
  draw(shape: Shape): void {
    const text = JSON.stringify(shape);
    const others = (this.props.shapes ?? []).filter((other) => JSON.stringify(other) !== text);
    const isNew = others.length === (this.props.shapes ?? []).length;
    this.props.shapes = isNew ? [...others, shape] : others;
  }

  /** Wipes what was drawn in passing. */
  clearShapes(): void {
    if (this.props.drawing !== 'kept' && (this.props.shapes ?? []).length > 0) this.props.shapes = [];
  }

  #refuse(why: Explanation): void {
    this.pick(undefined);
    this.props.onrefused?.(why);
  }

  /** The layer as far as it concerns a square. Without one, the energies that lie on the board are seen all the same. */
  layerOf(square: string | undefined): Overlay {
    const { game, snapshot, overlay } = this.props;
    const bare = layerOfEnergies(snapshot);
    return overlay === undefined ? bare : (game.overlay(overlay, square) ?? bare);
  }
}

/** Whether a refusal comes from the variant itself, and not from the rules that all share. */
const isOwnRule = (rule: string | undefined): boolean => rule !== undefined && !/^[CN]\./.test(rule);
