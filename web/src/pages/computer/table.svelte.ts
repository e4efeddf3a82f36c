//! The table of a local game: the game, the players, the clocks, and agreements. The rules decide on time and
//! agreement (T.1 to T.4); this class adds pauses and viewed variations. Moves are made at the end of the game, even
//! while an earlier position is viewed. It is independent of the engine, and callers pass the time.
import { stopped, tagOf, type Clock } from '../../game/clock';
import { other } from '../../game/color';
import { GameTree, type MoveNode } from '../../game/tree.svelte';
import {
  newTable,
  type Color,
  type Played,
  type Snapshot,
  type TableState,
  type Variant,
} from '../../lib/rules';
import type { Seat, Setup } from './setup';
import type { Stored } from './stored';
import { nonBoardEndOf, resultOf, type NonBoardEnd, type Verdict } from './verdict';

/** Returns a player's name for records, in every language. */
const nameOf = (seat: Seat): string =>
  seat.kind === 'person' ? (seat.name ?? 'Player') : `Faraday level ${seat.level}`;

/** A local game between two seats, each a person or the computer, with clocks and agreements. */
export class Table {
  readonly variant: Variant;
  readonly setup: Setup;
  readonly tree: GameTree;
  readonly #table: ReturnType<typeof newTable>;
  #head: Snapshot;
  #state: TableState;
  /** The time at which the table was paused. While it is running, the page's time is ahead of it by `#ahead`. */
  #pausedAt: number | undefined;
  #offset = 0;

  private constructor(variant: Variant, setup: Setup, tree: GameTree, stored?: Stored) {
    const { fen, control } = setup;
    this.variant = variant;
    this.setup = setup;
    this.tree = tree;
    tree.end();
    this.#table = newTable(variant.id, {
      ...(fen === undefined ? {} : { fen }),
      moves: tree.mainLine().map(({ played }) => played.uci),
      ...(control ? { clock: [control.baseMs, control.incrementMs] } : {}),
      ...(stored?.left ? { left: [stored.left.white, stored.left.black] } : {}),
    });
    this.#head = $state.raw(tree.snapshot);
    this.#pausedAt = $state();
    if (stored?.beside) this.#restoreEnd(stored.beside);
    this.#state = $state.raw(this.#table.state());
    if (control && this.plies.length > 0 && !this.verdict) this.#pausedAt = 0;
  }

  /** Starts a new game. Throws a one-sentence error if the FEN is invalid. */
  static open(variant: Variant, setup: Setup, language: string): Table {
    return new Table(variant, setup, GameTree.start(variant, setup.fen, language));
  }

  /** Resumes a stored game. Throws a one-sentence error if the rules reject it. */
  static resume(variant: Variant, stored: Stored, language: string): Table {
    const tree = GameTree.fromRecord(variant, stored.record, language);
    return new Table(variant, stored.setup, tree, stored);
  }

  /** The latest position of the game, even while another one is viewed. */
  get head(): Snapshot {
    return this.#head;
  }
  get plies(): readonly MoveNode[] {
    return this.tree.mainLine();
  }
  /** True if the latest position is being viewed. */
  get isLive(): boolean {
    return this.tree.here.children.length === 0;
  }
  get clock(): Clock | undefined {
    const { clocks } = this.#state;
    const { control } = this.setup;
    if (!clocks || !control) return undefined;
    const [white, black] = clocks.left;
    const clock: Clock = { control, left: { white, black } };
    if (!clocks.runs) return clock;
    const running = { color: clocks.runs.side, since: clocks.runs.since + this.#offset };
    const runs = { ...clock, running };
    return this.#pausedAt === undefined ? runs : stopped(runs, this.#pausedAt + this.#offset);
  }
  /** True while the clocks are paused. */
  get isPaused(): boolean {
    return this.#pausedAt !== undefined;
  }
  get verdict(): Verdict | undefined {
    const { ending } = this.#head;
    return ending ? { kind: 'ruled', ending } : nonBoardEndOf(this.#state);
  }
  /** The player to move; undefined once the game is over, or while it is paused. */
  get mover(): Seat | undefined {
    return this.verdict || this.isPaused ? undefined : this.seatOf(this.#head.turn);
  }

  seatOf(color: Color): Seat {
    return this.setup.seats[color];
  }

  /**
   * Plays a move for the side to move. If an earlier position is being viewed, it stays in view. Returns undefined for
   * a move after its player's time has run out. Throws a one-sentence error if the move is illegal.
   */
  play(uci: string, now: number): Played | undefined {
    if (this.fall(now) || this.verdict) return undefined;
    const seen = this.isLive ? undefined : this.tree.current;
    this.tree.end();
    const played = this.tree.play(uci);
    this.#table.play(played.uci, this.#time(now));
    this.#head = this.tree.snapshot;
    if (seen !== undefined) this.tree.go(seen);
    this.#readState();
    return played;
  }

  /** Ends the game if the time of the side to move has run out. Returns true if it has. */
  fall(now: number): boolean {
    return this.#ended(() => this.#table.flag(this.#time(now)));
  }
  resign(loser: Color, now: number): void {
    this.#ended(() => this.#table.resign(loser, this.#time(now)));
  }
  /** Returns the number of moves that a side must make before it may offer a draw again (T.4). */
  movesUntilDraw(by: Color): number {
    const [white, black] = this.#state.movesUntilDraw;
    return by === 'white' ? white : black;
  }
  /** Returns true if a side's draw offer is unanswered. */
  hasOfferedDraw(by: Color): boolean {
    return this.#state.offers.some(({ what, side }) => what === 'draw' && side === by);
  }
  /** Offers a draw. Returns false if the rules do not allow it, or not yet (T.4). */
  offerDraw(by: Color, now: number): boolean {
    const isOffered = !this.verdict && this.#table.offerDraw(by, this.#time(now));
    this.#readState();
    return isOffered;
  }
  /** Accepts or declines the other side's draw offer. */
  answerDraw(by: Color, accepts: boolean, now: number): void {
    const answer = (): boolean => this.#table.answerDraw(by, accepts, this.#time(now));
    if (accepts) this.#ended(answer);
    else if (answer()) this.#readState();
  }
  /** Offers a draw for the side to move and answers it, because two people at one board have agreed in person. */
  settleDraw(accepts: boolean, now: number): void {
    const { turn } = this.#head;
    if (this.offerDraw(turn, now)) this.answerDraw(other(turn), accepts, now);
  }

  /** The number of plies that a takeback removes: as many as it takes until a person is to move again. */
  get pliesToUndo(): number {
    const { plies } = this;
    const at = plies.findLastIndex(
      ({ ply }) => this.seatOf(this.tree.moveNumber(ply).color).kind === 'person',
    );
    const count = at < 0 ? 0 : plies.length - at;
    const { kind } = this.verdict ?? {};
    // Only reactive state read here makes the page ask the rules again.
    return kind !== undefined && !this.#table.mayUndo(count, 0) ? 0 : count;
  }

  /** Takes moves back, which also voids the end of the game. The clocks are unchanged. */
  undo(now: number): void {
    const count = this.pliesToUndo;
    if (count === 0 || !this.#table.undo(count, this.#time(now))) return;
    for (let taken = 0; taken < count; taken += 1) this.tree.undo();
    this.#head = this.tree.snapshot;
    this.#readState();
  }

  pause(now: number): void {
    if (!this.clock || this.verdict || this.plies.length === 0) return;
    this.#pausedAt ??= this.#time(now);
  }
  goOn(now: number): void {
    if (this.#pausedAt === undefined) return;
    this.#offset = now - this.#pausedAt;
    this.#pausedAt = undefined;
  }

  /** Changes the language of texts from the rules. */
  speak(language: string): void {
    const seen = this.tree.current;
    this.tree.end();
    this.tree.speak(language);
    this.#head = this.tree.snapshot;
    this.tree.go(seen);
  }

  /** Adds the players, the date, and the time control to the record of the game. */
  sign(day: Date): void {
    const { control } = this.setup;
    this.tree.headers = [
      ['Date', day.toISOString().slice(0, 10).replaceAll('-', '.')],
      ['White', nameOf(this.seatOf('white'))],
      ['Black', nameOf(this.seatOf('black'))],
      ...(control ? [['TimeControl', tagOf(control)] as const] : []),
    ];
  }

  toStored(now: number): Stored {
    const clock = this.clock && stopped(this.clock, now);
    const beside = nonBoardEndOf(this.#state);
    return {
      setup: this.setup,
      record: this.tree.toRecord(),
      // In whole milliseconds like the rules, so that storing again gives the same value.
      ...(clock
        ? { left: { white: Math.round(clock.left.white), black: Math.round(clock.left.black) } }
        : {}),
      ...(beside ? { beside } : {}),
    };
  }

  /** Frees the WebAssembly objects. */
  free(): void {
    this.tree.free();
    this.#table.free();
  }

  /** Returns the time of the table, which does not pass during a pause. */
  #time(now: number): number {
    return this.#pausedAt ?? Math.max(0, Math.round(now - this.#offset));
  }

  #readState(): void {
    this.#state = this.#table.state();
  }

  /** Runs an action that may end the game away from the board. Returns true if it has. */
  #ended(end: () => boolean): boolean {
    if (this.verdict) return false;
    if (!end()) return false;
    this.#readState();
    this.#pausedAt = undefined;
    const beside = nonBoardEndOf(this.#state);
    if (beside) this.tree.result = resultOf(beside);
    return true;
  }

  /** Restores the end of a stored game. */
  #restoreEnd(beside: NonBoardEnd): void {
    if (beside.kind === 'resigned') this.#table.resign(beside.loser, 0);
    else if (beside.kind === 'agreed') {
      this.#table.offerDraw('white', 0);
      this.#table.answerDraw('black', true, 0);
    } else this.#table.flag(0);
  }
}
