//! An ending played out against the tablebases, which reply with the best move and rate those of the visitor. All
//! values come from the server.
import { announce } from '../../base/announce';
import { rulesLanguage } from '../../base/catalog.svelte';
import { sentence } from '../../base/errors';
import { plural, t } from '../../base/messages.svelte';
import { stepMs } from '../../base/theme.svelte';
import type { Shape } from '../../board/types';
import { probe, type Probe, type Solved } from '../../endgames/api';
import { judge, judgedText, movesOf, type Verdict } from '../../endgames/value';
import { Playback } from '../../game/playback.svelte';
import { GameTree } from '../../game/tree.svelte';
import type { Color, Variant } from '../../lib/rules';

export interface Judged {
  readonly verdict: Verdict;
  readonly text: string;
}

export class Drill extends Playback {
  /** The side that the visitor plays. */
  readonly side: Color;
  /** The tablebase result for the last position of the game; undefined while it is requested. */
  known: Probe | undefined = $state.raw();
  /** The value of the starting position. */
  first: Solved | undefined = $state.raw();
  judged: Judged | undefined = $state.raw();
  trouble: string = $state('');
  isHinted: boolean = $state(false);
  #ask: AbortController | undefined;

  /** Throws a one-sentence error if the FEN is invalid. */
  constructor(
    readonly variant: Variant,
    readonly fen: string,
  ) {
    super(GameTree.start(variant, fen, rulesLanguage()), stepMs);
    this.side = this.tree.snapshot.turn;
    void this.#continue();
  }

  /** True if it is the visitor's turn and the tablebase result has arrived. */
  get isYours(): boolean {
    return this.known !== undefined && this.isAtEnd && this.tree.snapshot.turn === this.side && !this.isOver;
  }
  get isAtEnd(): boolean {
    return this.tree.here.children.length === 0;
  }
  get isOver(): boolean {
    return this.tree.mainLine().at(-1)?.result !== undefined || this.tree.start.ending !== undefined;
  }
  /** The outcome, and the number of moves that the visitor needed. */
  get result(): string {
    const { ending } = this.tree.snapshot;
    if (!ending) return '';
    const moves = movesOf(this.tree.mainLine().length);
    const best = this.first?.value === 'win' ? movesOf(this.first.plies ?? 0) : undefined;
    if (ending.winner !== this.side)
      return `${ending.text} ${ending.winner ? t('endgames.over.lost') : t('endgames.over.drawn')}`;
    const said = plural('endgames.over.won', moves);
    return best === undefined || best === moves
      ? `${ending.text} ${said} ${t('endgames.over.perfect')}`
      : `${ending.text} ${said} ${plural('endgames.over.best', best)}`;
  }
  /** The best move, once it has been requested. */
  get hints(): Shape[] {
    const best = this.isHinted && this.isYours ? this.known?.moves[0] : undefined;
    const move = this.tree.snapshot.moves.find(({ uci }) => uci === best?.uci);
    return move ? [{ kind: 'arrow', from: move.from, to: move.to, brush: 'blue' }] : [];
  }

  /** Plays a legal move of the visitor. */
  play(uci: string): void {
    if (!this.isYours) return;
    const before = this.known?.solved;
    const after = this.known?.moves.find((move) => move.uci === uci)?.solved;
    const { san } = this.tree.play(uci);
    this.judged = undefined;
    if (before && after) {
      const verdict = judge(before, after);
      this.judged = { verdict, text: judgedText(san, verdict, after) };
      announce(this.judged.text);
    }
    void this.#continue();
  }

  /** Takes back the visitor's last move and the reply to it. */
  undo(): void {
    this.stop();
    do {
      if (!this.tree.undo()) break;
    } while (this.tree.snapshot.turn !== this.side);
    this.judged = undefined;
    void this.#continue();
  }

  hint(): void {
    if (!this.isYours) return;
    this.isHinted = true;
    const best = this.known?.moves[0];
    if (best) announce(t('endgames.hint.said', { move: best.san }));
  }

  /** Queries the tablebases again after a failure. */
  retry(): void {
    void this.#continue();
  }

  /** Also cancels pending queries and replies. */
  override stop(): void {
    super.stop();
    this.#ask?.abort();
  }

  /** Queries the tablebases about the position, and plays their move if it is their turn. */
  async #continue(): Promise<void> {
    this.stop();
    this.tree.end();
    this.known = undefined;
    this.isHinted = false;
    this.trouble = '';
    if (this.isOver) {
      announce(this.result, 'assertive');
      return;
    }
    const ask = new AbortController();
    this.#ask = ask;
    try {
      const { moves } = this.tree;
      const known = await probe({ variant: this.variant.id, fen: this.fen, moves }, ask.signal);
      if (ask.signal.aborted) return;
      this.known = known;
      this.first ??= known.solved;
      const [best] = known.moves;
      if (best && this.tree.snapshot.turn !== this.side) this.run(this.#answer(best.uci));
    } catch (error) {
      if (!ask.signal.aborted) this.trouble = sentence(error);
    }
  }

  *#answer(uci: string): Generator<void> {
    yield;
    this.tree.end();
    this.tree.play(uci);
    void this.#continue();
  }
}
