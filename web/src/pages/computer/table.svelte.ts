//! The table at which a game is played: the game, who sits where, the clocks, and what is agreed beside the board. Time and
//! agreement are the rules' (T.1 to T.4); here are the pause, and the variations that somebody looks at. Moves are made at
//! the end of the game; looking back changes nothing. It knows nothing of the engine, and is told the time.
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
import { besideOf, resultOf, type Beside, type Verdict } from './verdict';

/** What the names in a record say of a seat, in every language. */
const nameOf = (seat: Seat): string =>
  seat.kind === 'person' ? (seat.name ?? 'Player') : `Faraday level ${seat.level}`;

export class Table {
  readonly variant: Variant;
  readonly setup: Setup;
  readonly tree: GameTree;
  readonly #table: ReturnType<typeof newTable>;
  #head: Snapshot;
  #state: TableState;
  /** The time of the table while it stands still; that of the page is ahead of it by `#ahead` while it goes on. */
  #still: number | undefined;
  #ahead = 0;

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
    this.#still = $state();
    if (stored?.beside) this.#endAgain(stored.beside);
    this.#state = $state.raw(this.#table.state());
    if (control && this.plies.length > 0 && !this.verdict) this.#still = 0;
  }

  /** Sits down to a new game. Throws one clear sentence if the FEN is bad. */
  static open(variant: Variant, setup: Setup, language: string): Table {
    return new Table(variant, setup, GameTree.start(variant, setup.fen, language));
  }

  /** Goes on with a stored game. Throws one clear sentence if the rules refuse it. */
  static resume(variant: Variant, stored: Stored, language: string): Table {
    const tree = GameTree.fromRecord(variant, stored.record, language);
    return new Table(variant, stored.setup, tree, stored);
  }

  /** The position that the game has reached, whichever is looked at. */
  get head(): Snapshot {
    return this.#head;
  }
  get plies(): readonly MoveNode[] {
    return this.tree.mainLine();
  }
  /** Whether the position that the game has reached is the one that is looked at. */
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
    const running = { color: clocks.runs.side, since: clocks.runs.since + this.#ahead };
    const runs = { ...clock, running };
    return this.#still === undefined ? runs : stopped(runs, this.#still + this.#ahead);
  }
  /** Whether the clocks stand still until somebody goes on. */
  get isPaused(): boolean {
    return this.#still !== undefined;
  }
  get verdict(): Verdict | undefined {
    const { ending } = this.#head;
    return ending ? { kind: 'ruled', ending } : besideOf(this.#state);
  }
  /** Who is to move; nobody once the game is over, or while it is paused. */
  get mover(): Seat | undefined {
    return this.verdict || this.isPaused ? undefined : this.seatOf(this.#head.turn);
  }

  seatOf(color: Color): Seat {
    return this.setup.seats[color];
  }

  /** Plays a move for the side whose turn it is. Who looks back goes on doing so. Throws one clear sentence if the rules
   *  refuse it; a move that comes after its player's time was up is none. */
  play(uci: string, now: number): Played | undefined {
    if (this.fall(now) || this.verdict) return undefined;
    const seen = this.isLive ? undefined : this.tree.current;
    this.tree.end();
    const played = this.tree.play(uci);
    this.#table.play(played.uci, this.#time(now));
    this.#head = this.tree.snapshot;
    if (seen !== undefined) this.tree.go(seen);
    this.#look();
    return played;
  }

  /** Sees whether the time of the side to move is up, which ends the game. */
  fall(now: number): boolean {
    return this.#ended(() => this.#table.flag(this.#time(now)));
  }
  resign(loser: Color, now: number): void {
    this.#ended(() => this.#table.resign(loser, this.#time(now)));
  }
  /** How many moves a side must make before it may offer a draw again (T.4). */
  movesUntilDraw(by: Color): number {
    const [white, black] = this.#state.movesUntilDraw;
    return by === 'white' ? white : black;
  }
  /** Whether a side's offer of a draw waits for an answer. */
  hasOfferedDraw(by: Color): boolean {
    return this.#state.offers.some(({ what, side }) => what === 'draw' && side === by);
  }
  /** Offers a draw; false if the rules do not allow it, or not yet (T.4). */
  offerDraw(by: Color, now: number): boolean {
    const isOffered = !this.verdict && this.#table.offerDraw(by, this.#time(now));
    this.#look();
    return isOffered;
  }
  /** Accepts or declines the other side's offer of a draw. */
  answerDraw(by: Color, accepts: boolean, now: number): void {
    const answer = (): boolean => this.#table.answerDraw(by, accepts, this.#time(now));
    if (accepts) this.#ended(answer);
    else if (answer()) this.#look();
  }
  /** Offers a draw for the side to move, and answers it: two people at one board have talked about it. */
  settleDraw(accepts: boolean, now: number): void {
    const { turn } = this.#head;
    if (this.offerDraw(turn, now)) this.answerDraw(other(turn), accepts, now);
  }

  /** How many plies are taken back at once: as many as it needs until a person is to move again. */
  get pliesToUndo(): number {
    const { plies } = this;
    const at = plies.findLastIndex(
      ({ ply }) => this.seatOf(this.tree.moveNumber(ply).color).kind === 'person',
    );
    const count = at < 0 ? 0 : plies.length - at;
    const { kind } = this.verdict ?? {};
    // The rules know; but only what is read here tells the page when to ask them again.
    return kind !== undefined && !this.#table.mayUndo(count, 0) ? 0 : count;
  }

  /** Takes moves back; an end is void with them. The clocks keep what they show. */
  undo(now: number): void {
    const count = this.pliesToUndo;
    if (count === 0 || !this.#table.undo(count, this.#time(now))) return;
    for (let taken = 0; taken < count; taken += 1) this.tree.undo();
    this.#head = this.tree.snapshot;
    this.#look();
  }

  pause(now: number): void {
    if (!this.clock || this.verdict || this.plies.length === 0) return;
    this.#still ??= this.#time(now);
  }
  goOn(now: number): void {
    if (this.#still === undefined) return;
    this.#ahead = now - this.#still;
    this.#still = undefined;
  }

  /** Has the rules speak another language. */
  speak(language: string): void {
    const seen = this.tree.current;
    this.tree.end();
    this.tree.speak(language);
    this.#head = this.tree.snapshot;
    this.tree.go(seen);
  }

  /** Names the players, the day and the clock in the record of the game. */
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
    const beside = besideOf(this.#state);
    return {
      setup: this.setup,
      record: this.tree.toRecord(),
      // Whole, as the rules keep them: what is stored again is the same.
      ...(clock
        ? { left: { white: Math.round(clock.left.white), black: Math.round(clock.left.black) } }
        : {}),
      ...(beside ? { beside } : {}),
    };
  }

  /** Gives the memory of the rules back. */
  free(): void {
    this.tree.free();
    this.#table.free();
  }

  /** The time of the table, which stands still while the game is paused. */
  #time(now: number): number {
    return this.#still ?? Math.max(0, Math.round(now - this.#ahead));
  }

  #look(): void {
    this.#state = this.#table.state();
  }

  /** Does what may end the game beside the board; whether it has. */
  #ended(end: () => boolean): boolean {
    if (this.verdict) return false;
    if (!end()) return false;
    this.#look();
    this.#still = undefined;
    const beside = besideOf(this.#state);
    if (beside) this.tree.result = resultOf(beside);
    return true;
  }

  /** Ends a stored game as it has ended. */
  #endAgain(beside: Beside): void {
    if (beside.kind === 'resigned') this.#table.resign(beside.loser, 0);
    else if (beside.kind === 'agreed') {
      this.#table.offerDraw('white', 0);
      this.#table.answerDraw('black', true, 0);
    } else this.#table.flag(0);
  }
}
