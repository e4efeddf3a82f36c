//! The table at which a game is played: the game, who sits where, the clocks, and what is agreed beside the board. Moves
//! are made at the end of the game; looking back changes nothing. It knows nothing of the engine, and is told the time.
import { fullClock, isUp, pressed, started, stopped, tagOf, type Clock } from '../../game/clock';
import { other } from '../../game/color';
import { GameTree, type MoveNode } from '../../game/tree.svelte';
import type { Color, Played, Snapshot, Variant } from '../../lib/rules';
import type { Seat, Setup } from './setup';
import type { Stored } from './stored';
import { resultOf, type Beside, type Verdict } from './verdict';

/** What the names in a record say of a seat, in every language. */
const nameOf = (seat: Seat): string =>
  seat.kind === 'person' ? (seat.name ?? 'Player') : `Faraday level ${seat.level}`;

export class Table {
  readonly variant: Variant;
  readonly setup: Setup;
  readonly tree: GameTree;
  #head: Snapshot;
  #clock: Clock | undefined;
  #beside: Beside | undefined;
  #isPaused: boolean;

  private constructor(variant: Variant, setup: Setup, tree: GameTree, stored?: Stored) {
    this.variant = variant;
    this.setup = setup;
    this.tree = tree;
    tree.end();
    this.#head = $state.raw(tree.snapshot);
    const clock = setup.control && fullClock(setup.control);
    this.#clock = $state.raw(clock && stored?.left ? { ...clock, left: stored.left } : clock);
    this.#beside = $state.raw(stored?.beside);
    this.#isPaused = $state(this.#clock !== undefined && this.plies.length > 0 && !this.verdict);
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
    return this.#clock;
  }
  /** Whether the clocks stand still until somebody goes on. */
  get isPaused(): boolean {
    return this.#isPaused;
  }
  get verdict(): Verdict | undefined {
    const { ending } = this.#head;
    return this.#beside ?? (ending ? { kind: 'ruled', ending } : undefined);
  }
  /** Who is to move; nobody once the game is over, or while it is paused. */
  get mover(): Seat | undefined {
    return this.verdict || this.#isPaused ? undefined : this.seatOf(this.#head.turn);
  }

  seatOf(color: Color): Seat {
    return this.setup.seats[color];
  }

  /** Plays a move for the side whose turn it is. Who looks back goes on doing so. Throws one clear sentence if the rules
   *  refuse it; a move that comes after its player's time was up is none. */
  play(uci: string, now: number): Played | undefined {
    if (this.fall(now) || this.verdict) return undefined;
    const seen = this.isLive ? undefined : this.tree.current;
    const { turn } = this.#head;
    this.tree.end();
    const played = this.tree.play(uci);
    this.#head = this.tree.snapshot;
    if (this.#clock) this.#clock = pressed(this.#clock, turn, now);
    if (this.#head.ending) this.#settle(now);
    if (seen !== undefined) this.tree.go(seen);
    return played;
  }

  /** Sees whether the time of the side to move is up, which ends the game. */
  fall(now: number): boolean {
    const running = this.#clock?.running;
    if (this.verdict || !this.#clock || !running || !isUp(this.#clock, running.color, now)) return false;
    const loser = running.color;
    this.#end({ kind: this.#cannotWin(other(loser)) ? 'timedOutDrawn' : 'timedOut', loser }, now);
    return true;
  }

  resign(loser: Color, now: number): void {
    this.#end({ kind: 'resigned', loser }, now);
  }
  agree(now: number): void {
    this.#end({ kind: 'agreed' }, now);
  }

  /** How many plies are taken back at once: as many as it needs until a person is to move again. */
  get pliesToUndo(): number {
    if (this.#beside?.kind === 'timedOut' || this.#beside?.kind === 'timedOutDrawn') return 0;
    const { plies } = this;
    const at = plies.findLastIndex(
      ({ ply }) => this.seatOf(this.tree.moveNumber(ply).color).kind === 'person',
    );
    return at < 0 ? 0 : plies.length - at;
  }

  /** Takes moves back; an end is void with them. The clocks keep what they show. */
  undo(now: number): void {
    const count = this.pliesToUndo;
    if (count === 0) return;
    for (let taken = 0; taken < count; taken += 1) this.tree.undo();
    this.#beside = undefined;
    this.#head = this.tree.snapshot;
    if (!this.#clock) return;
    const isRunning = this.plies.length > 0 && !this.#isPaused;
    this.#clock = isRunning ? started(this.#clock, this.#head.turn, now) : stopped(this.#clock, now);
  }

  pause(now: number): void {
    if (!this.#clock || this.verdict || this.plies.length === 0) return;
    this.#clock = stopped(this.#clock, now);
    this.#isPaused = true;
  }
  goOn(now: number): void {
    if (!this.#isPaused || !this.#clock) return;
    this.#isPaused = false;
    this.#clock = started(this.#clock, this.#head.turn, now);
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
    const clock = this.#clock && stopped(this.#clock, now);
    return {
      setup: this.setup,
      record: this.tree.toRecord(),
      ...(clock ? { left: clock.left } : {}),
      ...(this.#beside ? { beside: this.#beside } : {}),
    };
  }

  /** Gives the memory of the rules back. */
  free(): void {
    this.tree.free();
  }

  /** Whether a color has nothing left to win with in the position that the game has reached. */
  #cannotWin(color: Color): boolean {
    const seen = this.tree.current;
    this.tree.end();
    const cannot = this.tree.game.hasInsufficientMaterial(color);
    this.tree.go(seen);
    return cannot;
  }

  #end(beside: Beside, now: number): void {
    if (this.verdict) return;
    this.#beside = beside;
    this.tree.result = resultOf(beside);
    this.#settle(now);
  }

  #settle(now: number): void {
    this.#isPaused = false;
    if (this.#clock) this.#clock = stopped(this.#clock, now);
  }
}
