//! A game between two people: what its acts have made of it, the move that is on its way, and those that are to follow.
//! The server decides; the rules say what the moves do. It shows nothing.
import type { Clock } from '../game/clock';
import { other } from '../game/color';
import { GameTree } from '../game/tree.svelte';
import { sharedTable, type Color, type Snapshot, type TableState, type Variant } from '../lib/rules';
import { follow, lineOf, timesAfter, type RulesTable, type Times } from './acts';
import type { Connection } from './connection';
import {
  type Ended,
  type GameFrame,
  type GameNews,
  type Offer,
  type PlayedAct,
  type RematchOffer,
  type SharedGame,
  type StandingOffer,
  type Wanted,
} from './frames';
import { headersOf, RESULTS } from './headers';
import { imagined, isOwn, movesMeant, piecesAfter, type Premove } from './premoves';
import { seenOf, type Seen } from './seen';
import type { Guess } from './recapture';

/** A move that the server has not confirmed. */
interface Pending {
  readonly uci: string;
  /** By the server's time. */
  readonly sent: number;
}

export type Told =
  | { kind: 'refused'; error: Error }
  /** The other player has said no to an offer. */
  | { kind: 'declined'; what: Offer; by: Color }
  /** The other player has given time. */
  | { kind: 'given'; ms: number; by: Color }
  /** A premove turned out to be impossible, and all that were to follow are void. */
  | { kind: 'premovesVoid' };

export class LiveGame {
  readonly variant: Variant;
  readonly tree: GameTree;
  /** What it is about besides the moves. */
  readonly shared: SharedGame;
  /** The side of who is here; none for a spectator. */
  readonly side: Color | undefined;
  /** The number of the last act. */
  seq = $state(0);
  /** How many moves the server has confirmed. */
  certain = $state(0);
  ended: Ended | undefined = $state.raw();
  /** Who acted, or ran out of time, when it ended. */
  endedBy: Color | undefined;
  /** Whether time was up when it ended: nobody aborts a game then, and no first move is late before (T.3). */
  wasLate = false;
  /** Nothing where nobody tells. */
  seen: Readonly<Record<Color, Seen | undefined>> = $state.raw({ white: undefined, black: undefined });
  watchers = $state(0);
  /** The next game of the same two. */
  rematch: string | undefined = $state();
  /** The offer of one that waits for an answer. */
  rematchOffer: RematchOffer | undefined = $state.raw();
  premoves: readonly Premove[] = $state.raw([]);
  /** A premove that has come up and leaves a choice. */
  choosing: Premove | undefined = $state.raw();
  #head: Snapshot = $state.raw() as Snapshot;
  /** Time and agreement, which are the rules' (T.1 to T.6). */
  #table: RulesTable;
  #beside: TableState = $state.raw() as TableState;
  #pending: Pending | undefined = $state.raw();
  #times: Times = $state.raw([]);
  readonly #connection: Pick<Connection, 'ask' | 'now'>;
  readonly #tell: (told: Told) => void;

  /** Throws one clear sentence if the rules of this page refuse the game. */
  constructor(
    frame: GameFrame,
    variant: Variant,
    language: string,
    connection: Pick<Connection, 'ask' | 'now'>,
    tell: (told: Told) => void,
  ) {
    this.variant = variant;
    this.#connection = connection;
    this.#tell = tell;
    this.shared = frame;
    this.side = frame.side;
    this.tree = GameTree.start(variant, frame.fen, language);
    this.tree.headers = headersOf(frame);
    this.#table = this.#lay(frame);
    this.#replace(frame);
  }

  /** The position that the game has reached, the move on its way included. */
  get head(): Snapshot {
    return this.#head;
  }
  /** What the board shows while the head is looked at. */
  get shown(): Snapshot {
    return imagined(this.#head, this.premoves);
  }
  /** Whether the position that the game has reached is the one that is looked at. */
  get isLive(): boolean {
    return this.tree.here.children.length === 0;
  }
  get isPending(): boolean {
    return this.#pending !== undefined;
  }
  /** Whose turn it is; nobody's once the game is over. */
  get turn(): Color | undefined {
    return this.ended ? undefined : this.#head.turn;
  }
  get isOwnTurn(): boolean {
    return this.side !== undefined && this.turn === this.side && !this.#pending;
  }
  get haveBothMoved(): boolean {
    return this.#beside.bothMoved;
  }
  /** Whether moves can be made before it is one's turn: not where days pass between them. */
  get takesPremoves(): boolean {
    return this.side !== undefined && !this.ended && this.shared.terms.days === undefined;
  }
  /** When the move on its way was made, by the server's time. */
  get pendingSince(): number | undefined {
    return this.#pending?.sent;
  }
  /** The clocks as they stood after a number of moves. */
  clockAfter(plies: number): Clock | undefined {
    const { clock } = this;
    const { baseMs } = clock?.control ?? { baseMs: 0 };
    const [white, black] = plies === 0 ? [baseMs, baseMs] : (this.#times[plies - 1] ?? []);
    if (!clock || white === undefined || black === undefined) return undefined;
    return { control: clock.control, left: { white, black } };
  }
  /** The server's clocks: that of the player runs until a move has arrived. */
  get clock(): Clock | undefined {
    const { clocks } = this.#beside;
    const { clock: terms } = this.shared.terms;
    if (!clocks || !terms) return undefined;
    const [white, black] = clocks.left;
    const control = { baseMs: terms.baseMs, incrementMs: terms.incrementMs ?? 0 };
    const clock: Clock = { control, left: { white, black } };
    if (!clocks.runs) return clock;
    const { side: color, since } = clocks.runs;
    return { ...clock, running: { color, since } };
  }
  /** When the time for a first move, or for a move in days, is up. */
  get deadline(): number | undefined {
    const { clock, days } = this.shared.terms;
    const isLimited = clock ? !this.haveBothMoved : days !== undefined;
    return isLimited && !this.#pending ? this.#beside.deadline : undefined;
  }
  /** What is proposed, and waits for an answer. */
  get offers(): readonly StandingOffer[] {
    return this.#beside.offers;
  }

  /** How many moves the player must make before a draw may be offered again (T.4). */
  get movesUntilDraw(): number {
    const [white, black] = this.#beside.movesUntilDraw;
    return this.side === 'black' ? black : white;
  }

  /** The offer of a side that waits for its answer. */
  offerOf(side: Color | undefined, what: StandingOffer['what']): StandingOffer | undefined {
    return this.offers.find((offer) => offer.side === side && offer.what === what);
  }

  /** Takes in what the server tells. */
  take(news: GameNews): void {
    switch (news.kind) {
      case 'game':
        this.#takeGame(news);
        break;
      case 'act':
        this.#fold(news);
        break;
      case 'here': {
        const now = this.#connection.now();
        this.seen = { white: seenOf(news.white, now), black: seenOf(news.black, now) };
        this.watchers = news.watchers;
        return;
      }
      case 'rematch':
        this.#takeRematch(news);
        return;
      case 'refused':
        return;
    }
    this.#goOn();
  }

  /** Plays a legal move, which is shown at once. */
  play(uci: string, offersDraw = false): void {
    if (!this.isOwnTurn) return;
    this.choosing = undefined;
    const ply = this.certain;
    this.#atEnd(() => this.tree.play(uci));
    const pending: Pending = { uci, sent: this.#connection.now() };
    this.#pending = pending;
    const draw = offersDraw ? { draw: true } : {};
    const asked = { kind: 'move', game: this.shared.game, seen: this.seq, ply, uci, ...draw } as const;
    this.#connection.ask(asked).catch((error: unknown) => {
      if (this.#pending === pending) {
        this.#truncate(this.certain);
        this.#pending = undefined;
        this.premoves = [];
      }
      this.#complain(error);
    });
  }

  /** Does something besides moving. */
  async act(what: Wanted, to?: number): Promise<void> {
    try {
      await this.#connection.ask({
        kind: 'act',
        game: this.shared.game,
        seen: this.seq,
        do: what,
        ...(to === undefined ? {} : { to }),
      });
    } catch (error) {
      this.#complain(error);
    }
  }

  /** Adds a move for when it is one's turn. */
  plan(premove: Premove): void {
    const { side } = this;
    if (!this.takesPremoves || side === undefined || premove.from === premove.to) return;
    if (!isOwn(piecesAfter(this.#head.pieces, this.premoves), premove.from, side)) return;
    this.premoves = [...this.premoves, premove];
  }
  /** The position that the next premove is made in; none for a spectator. */
  get expected(): Guess | undefined {
    const { side, variant } = this;
    const { fen, pieces } = this.#head;
    return side && { variant: variant.id, fen, pieces: piecesAfter(pieces, this.premoves), side };
  }
  unplan(): void {
    this.premoves = [];
  }

  /** Has the rules speak another language. */
  speak(language: string): void {
    this.#atEnd(() => this.tree.speak(language));
  }
  /** Gives the memory of the rules back. */
  free(): void {
    this.tree.free();
    this.#table.free();
  }

  #complain(error: unknown): void {
    this.#tell({ kind: 'refused', error: error instanceof Error ? error : new Error(String(error)) });
  }

  #takeGame(frame: GameFrame): void {
    const [first] = frame.acts;
    const joins = this.seq === 0 || (first ? first.seq <= this.seq + 1 : frame.seq === this.seq);
    if (joins && frame.seq >= this.seq) {
      for (const act of frame.acts) this.#fold(act);
      this.#takePresence(frame);
      this.#takeRematch(frame);
    } else {
      const table = this.#lay(frame);
      this.#table.free();
      this.#table = table;
      this.#replace(frame);
    }
  }

  /** The table of a game that is told as a whole. */
  #lay({ rules, variant, fen, terms, startedAt, acts }: GameFrame): RulesTable {
    const table = sharedTable(rules, variant, fen, terms, startedAt);
    for (const act of acts) this.wasLate = follow(table, act);
    return table;
  }

  /** The game as a whole takes the place of what was known. */
  #replace(frame: GameFrame): void {
    const start: PlayedAct[] = frame.acts;
    this.#times = start.reduce(timesAfter, []);
    this.#beside = this.#table.state();
    this.#head = this.tree.snapshot;
    const wasEmpty = this.tree.nodes.size === 1;
    const line = lineOf(start);
    this.#atEnd(() => {
      const known = this.tree.mainLine();
      const shared = line.findIndex((uci, at) => known[at]?.played.uci !== uci);
      this.#cut(shared < 0 ? line.length : shared);
      for (const uci of line.slice(this.tree.mainLine().length)) this.tree.play(uci);
    }, wasEmpty);
    this.certain = line.length;
    this.#pending = undefined;
    this.seq = frame.seq;
    this.#takeRematch(frame);
    this.#takePresence(frame);
    if (frame.ended) this.#end(frame.ended, start.at(-1));
  }

  #takeRematch({ rematch, rematchOffer }: Pick<GameFrame, 'rematch' | 'rematchOffer'>): void {
    this.rematch = rematch ?? this.rematch;
    this.rematchOffer = rematchOffer;
  }

  #takePresence({ here, watchers }: GameFrame): void {
    const [white, black] = here;
    this.watchers = watchers;
    if (white === undefined || black === undefined) {
      this.seen = { white: undefined, black: undefined };
      return;
    }
    const seen = (side: Color, isHere: boolean): Seen =>
      isHere === this.seen[side]?.isHere ? this.seen[side] : { isHere };
    this.seen = { white: seen('white', white), black: seen('black', black) };
  }

  #fold(act: PlayedAct): void {
    if (act.seq <= this.seq) return;
    this.wasLate = follow(this.#table, act);
    this.#times = timesAfter(this.#times, act);
    this.seq = act.seq;
    const { fact } = act;
    if (fact.kind === 'moved') this.#foldMove(fact.ply, fact.uci);
    if (fact.kind === 'answered' && !fact.yes && this.side !== undefined && act.side === other(this.side))
      this.#tell({ kind: 'declined', what: fact.what, by: act.side });
    if (fact.kind === 'timed' && fact.why === 'gift' && fact.side === this.side)
      this.#tell({ kind: 'given', ms: fact.ms, by: other(fact.side) });
    if (fact.kind === 'takenBack') {
      this.#truncate(fact.ply);
      this.#pending = undefined;
      this.premoves = [];
      this.choosing = undefined;
    }
    this.#beside = this.#table.state();
    if (act.ended) this.#end(act.ended, act);
  }

  #foldMove(ply: number, uci: string): void {
    const onItsWay = this.tree.mainLine()[ply];
    if (onItsWay?.played.uci !== uci) {
      this.#truncate(ply);
      this.#atEnd(() => this.tree.play(uci));
    }
    this.#pending = undefined;
    this.certain = ply + 1;
  }

  #end(ended: Ended, act: PlayedAct | undefined): void {
    // A move that came too late is none.
    if (this.#pending) this.#truncate(this.certain);
    this.#pending = undefined;
    this.ended = ended;
    this.endedBy = act?.side;
    this.tree.result = RESULTS[ended.result];
    this.premoves = [];
    this.choosing = undefined;
  }

  /** Plays the next premove when it is time for it. */
  #goOn(): void {
    const [next, ...rest] = this.premoves;
    if (!next || !this.isOwnTurn) return;
    const [only, ...others] = movesMeant(this.#head, next);
    this.premoves = only ? rest : [];
    if (!only) this.#tell({ kind: 'premovesVoid' });
    else if (others.length > 0) this.choosing = next;
    else this.play(only.uci);
  }

  #truncate(plies: number): void {
    this.#atEnd(() => this.#cut(plies));
    this.certain = Math.min(this.certain, plies);
  }
  #cut(plies: number): void {
    while (this.tree.mainLine().length > plies) this.tree.undo();
  }

  /** Changes the game at its end; who looks back goes on doing so. */
  #atEnd(change: () => unknown, follows = this.isLive): void {
    const { current } = this.tree;
    this.tree.end();
    change();
    this.tree.end();
    this.#head = this.tree.snapshot;
    if (!follows) this.tree.go(current);
  }
}

export const opponentOf = (side: Color | undefined): Color | undefined =>
  side === undefined ? undefined : other(side);
