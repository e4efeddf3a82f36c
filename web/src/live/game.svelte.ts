//! An online game: the result of its acts, the unconfirmed move, and the premoves. The server decides; the rules
//! compute the effects of moves. Independent of the display.
import type { Clock } from '../game/clock';
import { other } from '../game/color';
import { GameTree } from '../game/tree.svelte';
import { sharedTable, type Color, type Snapshot, type TableState, type Variant } from '../lib/rules';
import { follow, lineOf, timesAfter, type RulesTable, type Times } from './acts';
import type { Connection } from './connection';
import { CorrespondenceState } from './correspondenceState.svelte';
import {
  type GameOutcome,
  type GameFrame,
  type GameUpdate,
  type PlayedAct,
  type RematchOffer,
  type SharedGame,
  type OpenOffer,
  type GameAction,
} from './frames';
import { clockAfter, clockIn, reserveLeft } from './gameClocks';
import type { GameNotice } from './gameNotice';
import { headersOf, RESULTS } from './headers';
import { imagined, isOwn, movesMeant, piecesAfter, type Premove } from './premoves';
import { timeLeft } from './leaves';
import { replaceLine, truncateLine } from './mainLine';
import { presenceIn, seenIn, UNSEEN, type Seen } from './presence';
import type { Guess } from './recapture';
import { isCorrespondence } from './terms';

/** A move that the server has not confirmed. */
interface Pending {
  readonly uci: string;
  /** The server time at which it was sent. */
  readonly sent: number;
}

/** An online game as its visitor sees it, computed from the acts of the server and the unconfirmed move. */
export class LiveGame {
  readonly variant: Variant;
  readonly tree: GameTree;
  /** The properties of the game apart from its moves. */
  readonly shared: SharedGame;
  /** The visitor's side; undefined for a spectator. */
  readonly side: Color | undefined;
  /** The number of the last act. */
  seq = $state(0);
  /** The number of moves that the server has confirmed. */
  certain = $state(0);
  ended: GameOutcome | undefined = $state.raw();
  /** The side that acted or ran out of time when the game ended. */
  endedBy: Color | undefined;
  /** True if time was up when the game ended: an abort is then due to a missed first move (T.3). */
  wasLate = false;
  /** Undefined if the presence is unknown. */
  seen: Seen = $state.raw(UNSEEN);
  watchers = $state(0);
  /** The id of the rematch. */
  rematch: string | undefined = $state();
  /** An open offer of a rematch. */
  rematchOffer: RematchOffer | undefined = $state.raw();
  /** Leave, added time, and a table claim. */
  readonly correspondence = new CorrespondenceState();
  premoves: readonly Premove[] = $state.raw([]);
  /** A due premove that requires a choice. */
  choosing: Premove | undefined = $state.raw();
  /** A move on the board that the player has not confirmed. */
  #proposed: string | undefined = $state.raw();
  #head: Snapshot = $state.raw() as Snapshot;
  /** Clocks and agreements, which the rules decide (T.1 to T.6). */
  #table: RulesTable;
  #tableState: TableState = $state.raw() as TableState;
  #pending: Pending | undefined = $state.raw();
  #times: Times = $state.raw([]);
  readonly #connection: Pick<Connection, 'request' | 'now'>;
  readonly #onNotice: (notice: GameNotice) => void;

  /** Throws a one-sentence error if the rules of this app reject the game. */
  constructor(
    frame: GameFrame,
    variant: Variant,
    language: string,
    connection: Pick<Connection, 'request' | 'now'>,
    onNotice: (notice: GameNotice) => void,
  ) {
    this.variant = variant;
    this.#connection = connection;
    this.#onNotice = onNotice;
    this.shared = frame;
    this.side = frame.side;
    this.tree = GameTree.start(variant, frame.fen, language);
    this.tree.headers = headersOf(frame);
    this.#table = this.#openTable(frame);
    this.#replace(frame);
  }

  /** The latest position of the game, including the unconfirmed move. */
  get head(): Snapshot {
    return this.#head;
  }
  /** The position on the board while the latest position is viewed. */
  get shown(): Snapshot {
    return imagined(this.#head, this.premoves);
  }
  /** True if the latest position is being viewed. */
  get isLive(): boolean {
    return this.tree.here.children.length === 0;
  }
  get isPending(): boolean {
    return this.#pending !== undefined;
  }
  /** True while a move on the board waits for the player's confirmation. */
  get isProposing(): boolean {
    return this.#proposed !== undefined;
  }
  /** The side to move; undefined once the game is over. */
  get turn(): Color | undefined {
    if (this.ended) return undefined;
    return this.#proposed === undefined ? this.#head.turn : this.side;
  }
  get isOwnTurn(): boolean {
    return this.side !== undefined && this.turn === this.side && !this.#pending;
  }
  get haveBothMoved(): boolean {
    return this.#tableState.bothMoved;
  }
  /** True if premoves are possible, which excludes correspondence games. */
  get takesPremoves(): boolean {
    return this.side !== undefined && !this.ended && !isCorrespondence(this.shared.terms);
  }
  /** The server time of the unconfirmed move. */
  get pendingSince(): number | undefined {
    return this.#pending?.sent;
  }
  /** Returns the clocks after a number of plies. */
  clockAfter(plies: number): Clock | undefined {
    return clockAfter(this.clock, this.#times, plies);
  }
  /** The server's clocks: the player's own clock runs until the move has arrived. */
  get clock(): Clock | undefined {
    return clockIn(this.shared.terms, this.#tableState);
  }
  /** The deadline for a first move, or for a correspondence move. */
  get deadline(): number | undefined {
    const { terms } = this.shared;
    const isLimited = terms.clock ? !this.haveBothMoved : isCorrespondence(terms);
    return isLimited && !this.#pending ? this.#tableState.deadline : undefined;
  }
  /** Returns the time that a side of a correspondence game has left: for its move, or in its reserve. */
  daysLeft(side: Color, now: number): number | undefined {
    const { deadline, turn, correspondence } = this;
    if (turn === side && deadline !== undefined) return timeLeft(deadline, correspondence.leaves[side], now);
    return reserveLeft(this.shared.terms, this.#tableState, side);
  }
  get offers(): readonly OpenOffer[] {
    return this.#tableState.offers;
  }

  /** The number of moves that the player must make before offering a draw again (T.4). */
  get movesUntilDraw(): number {
    const [white, black] = this.#tableState.movesUntilDraw;
    return this.side === 'black' ? black : white;
  }

  /** Returns the unanswered offer of a side. */
  offerOf(side: Color | undefined, what: OpenOffer['what']): OpenOffer | undefined {
    return this.offers.find((offer) => offer.side === side && offer.what === what);
  }

  /** Processes a message from the server. */
  take(update: GameUpdate): void {
    switch (update.kind) {
      case 'game':
        this.#takeGame(update);
        break;
      case 'act':
        this.#fold(update);
        break;
      case 'here':
        this.seen = presenceIn(update, this.#connection.now());
        this.watchers = update.watchers;
        return;
      case 'rematch':
        this.#takeRematch(update);
        return;
      case 'refused':
        return;
    }
    this.#playPremove();
  }

  /** Plays a legal move, which is shown at once. */
  play(uci: string, offersDraw = false): void {
    if (!this.isOwnTurn || this.isProposing) return;
    this.choosing = undefined;
    this.#withLatest(() => this.tree.play(uci));
    void this.#send(uci, offersDraw);
  }

  /** Shows a legal move on the board without sending it. */
  propose(uci: string): void {
    if (!this.isOwnTurn || this.isProposing) return;
    this.#withLatest(() => this.tree.play(uci));
    this.#proposed = uci;
  }
  /** Takes the unconfirmed move off the board. */
  withdraw(): void {
    if (this.#proposed === undefined) return;
    this.#proposed = undefined;
    this.#truncate(this.certain);
  }
  /** Sends the move on the board. Returns true once the server has stored it. */
  async confirm(): Promise<boolean> {
    const uci = this.#proposed;
    this.#proposed = undefined;
    return uci !== undefined && this.#send(uci);
  }

  /** Sends a move that is on the board. */
  async #send(uci: string, offersDraw = false): Promise<boolean> {
    const ply = this.certain;
    const pending: Pending = { uci, sent: this.#connection.now() };
    this.#pending = pending;
    const draw = offersDraw ? { draw: true } : {};
    const asked = { kind: 'move', game: this.shared.game, seen: this.seq, ply, uci, ...draw } as const;
    try {
      await this.#connection.request(asked);
      return true;
    } catch (error) {
      if (this.#pending === pending) {
        this.#truncate(this.certain);
        this.#pending = undefined;
        this.premoves = [];
      }
      this.#reportError(error);
      return false;
    }
  }

  /** Sends an action other than a move. */
  async act(what: GameAction, to?: number): Promise<void> {
    const asked = { kind: 'act', game: this.shared.game, seen: this.seq, do: what } as const;
    try {
      await this.#connection.request(to === undefined ? asked : { ...asked, to });
    } catch (error) {
      this.#reportError(error);
    }
  }

  /** Adds a premove after the existing ones. */
  plan(premove: Premove): void {
    const { side } = this;
    if (!this.takesPremoves || side === undefined || premove.from === premove.to) return;
    if (!isOwn(piecesAfter(this.#head.pieces, this.premoves), premove.from, side)) return;
    this.premoves = [...this.premoves, premove];
  }
  /** The position in which the next premove is made; undefined for a spectator. */
  get expected(): Guess | undefined {
    const { side, variant } = this;
    const { fen, pieces } = this.#head;
    return side && { variant: variant.id, fen, pieces: piecesAfter(pieces, this.premoves), side };
  }
  unplan(): void {
    this.premoves = [];
  }

  /** Changes the language of texts from the rules. */
  speak(language: string): void {
    this.#withLatest(() => this.tree.speak(language));
  }
  /** Frees the WebAssembly objects. */
  free(): void {
    // A rejection that arrives later is only reported.
    this.#pending = undefined;
    this.tree.free();
    this.#table.free();
  }

  #reportError(error: unknown): void {
    this.#onNotice({ kind: 'refused', error: error instanceof Error ? error : new Error(String(error)) });
  }

  #takeGame(frame: GameFrame): void {
    const [first] = frame.acts;
    const joins = this.seq === 0 || (first ? first.seq <= this.seq + 1 : frame.seq === this.seq);
    if (joins && frame.seq >= this.seq) {
      for (const act of frame.acts) this.#fold(act);
      this.#takePresence(frame);
      this.#takeRematch(frame);
    } else {
      const table = this.#openTable(frame);
      this.#table.free();
      this.#table = table;
      this.#replace(frame);
    }
  }

  /** Creates the table from a frame with the whole game. */
  #openTable({ rules, variant, fen, terms, startedAt, acts }: GameFrame): RulesTable {
    const table = sharedTable(rules, variant, fen, terms, startedAt);
    for (const act of acts) this.wasLate = follow(table, act);
    return table;
  }

  /** Replaces the state with a frame of the whole game. */
  #replace(frame: GameFrame): void {
    const start = frame.acts;
    this.#times = start.reduce(timesAfter, []);
    this.#tableState = this.#table.state();
    this.#head = this.tree.snapshot;
    const wasEmpty = this.tree.nodes.size === 1;
    const line = lineOf(start);
    this.#withLatest(() => replaceLine(this.tree, line), wasEmpty);
    this.certain = line.length;
    this.#pending = this.#proposed = undefined;
    this.seq = frame.seq;
    this.correspondence.replace(frame);
    this.#takeRematch(frame);
    this.#takePresence(frame);
    if (frame.ended) this.#end(frame.ended, start.at(-1));
  }

  #takeRematch({ rematch, rematchOffer }: Pick<GameFrame, 'rematch' | 'rematchOffer'>): void {
    this.rematch = rematch ?? this.rematch;
    this.rematchOffer = rematchOffer;
  }

  #takePresence({ here, watchers }: GameFrame): void {
    this.watchers = watchers;
    this.seen = seenIn(here, this.seen);
  }

  #fold(act: PlayedAct): void {
    if (act.seq <= this.seq) return;
    this.wasLate = follow(this.#table, act);
    this.#times = timesAfter(this.#times, act);
    this.seq = act.seq;
    const { fact } = act;
    const leave = this.correspondence.fold(act);
    if (leave && leave.by !== this.side) this.#onNotice(leave);
    if (fact.kind === 'moved') this.#foldMove(fact.ply, fact.uci);
    if (fact.kind === 'answered' && !fact.yes && this.side !== undefined && act.side === other(this.side))
      this.#onNotice({ kind: 'declined', what: fact.what, by: act.side });
    if (fact.kind === 'timed' && fact.why === 'gift' && fact.side === this.side)
      this.#onNotice({ kind: 'given', ms: fact.ms, by: other(fact.side) });
    if (fact.kind === 'takenBack') {
      this.#truncate(fact.ply);
      this.#pending = this.#proposed = undefined;
      this.premoves = [];
      this.choosing = undefined;
    }
    this.#tableState = this.#table.state();
    if (act.ended) this.#end(act.ended, act);
  }

  #foldMove(ply: number, uci: string): void {
    const onItsWay = this.tree.mainLine()[ply];
    if (onItsWay?.played.uci !== uci) {
      this.#truncate(ply);
      this.#withLatest(() => this.tree.play(uci));
    }
    this.#pending = this.#proposed = undefined;
    this.certain = ply + 1;
  }

  #end(ended: GameOutcome, act: PlayedAct | undefined): void {
    // A move that was not sent or arrived too late does not count.
    if (this.#pending || this.isProposing) this.#truncate(this.certain);
    this.#pending = this.#proposed = undefined;
    [this.ended, this.endedBy] = [ended, act?.side];
    this.tree.result = RESULTS[ended.result];
    this.premoves = [];
    this.choosing = undefined;
  }

  /** Plays the next premove when it is due. */
  #playPremove(): void {
    const [next, ...rest] = this.premoves;
    if (!next || !this.isOwnTurn) return;
    const [only, ...others] = movesMeant(this.#head, next);
    this.premoves = only ? rest : [];
    if (!only) this.#onNotice({ kind: 'premovesVoid' });
    else if (others.length > 0) this.choosing = next;
    else this.play(only.uci);
  }

  #truncate(plies: number): void {
    this.#withLatest(() => truncateLine(this.tree, plies));
    this.certain = Math.min(this.certain, plies);
  }

  /** Changes the game at its end. If an earlier position is being viewed, it stays in view. */
  #withLatest(change: () => unknown, follows = this.isLive): void {
    const { current } = this.tree;
    this.tree.end();
    change();
    this.tree.end();
    this.#head = this.tree.snapshot;
    if (!follows) this.tree.go(current);
  }
}
