//! The abort of an online game. A player who would have to wait for the next game confirms it with a second press.
import { t } from '../../base/messages.svelte';
import { dismiss, notify } from '../../base/notices.svelte';
import { waitInWords } from '../../base/problems';
import type { LiveGame } from '../../live/game.svelte';
import { http } from '../../live/http';

/** The time in which a second press must confirm the first. It includes reading the consequence. */
const SURE_MS = 10_000;
/** The timeout of the request for the wait, because the game goes on. */
const TIMEOUT_MS = 2000;

export class Abort {
  /** True while a second press aborts the game. */
  isArmed = $state(false);
  #isAsking = false;
  #isClosed = false;
  #ending: ReturnType<typeof setTimeout> | undefined;
  /** The notice that asks for the second press. */
  #notice: number | undefined;
  readonly #live: Pick<LiveGame, 'shared' | 'tree' | 'ended' | 'act'>;

  constructor(live: Pick<LiveGame, 'shared' | 'tree' | 'ended' | 'act'>) {
    this.#live = live;
  }

  /** Aborts the game: on the second of two presses, if the player would have to wait for the next one. */
  async press(): Promise<void> {
    if (this.#isAsking) return;
    if (this.isArmed) {
      this.disarm();
      void this.#live.act('abort');
      return;
    }
    const moves = this.#moves;
    const wait = this.#live.shared.terms.clock && (await this.#wait());
    // A player who has moved, or has left the page, no longer wants the abort.
    if (this.#isClosed || this.#live.ended || this.#moves !== moves) return;
    if (wait === undefined) void this.#live.act('abort');
    else this.#arm(wait);
  }

  /** Requires two presses again, and removes the notice that asks for the second. */
  disarm(): void {
    clearTimeout(this.#ending);
    if (this.#notice !== undefined) dismiss(this.#notice);
    this.#notice = undefined;
    this.isArmed = false;
  }

  /** Drops a press whose request is in progress: the visitor has left the page. */
  close(): void {
    this.#isClosed = true;
    this.disarm();
  }

  /** The number of moves, including the unconfirmed one. */
  get #moves(): number {
    return this.#live.tree.mainLine().length;
  }

  #arm(wait: number): void {
    this.isArmed = true;
    this.#ending = setTimeout(() => this.disarm(), SURE_MS);
    const text = t('live.sure.abort.hint', { time: waitInWords(wait) });
    this.#notice = notify(text, { kind: 'warning', seconds: SURE_MS / 1000 });
  }

  /** Returns the wait after an abort. If it is unknown, the game can still be aborted. */
  async #wait(): Promise<number | undefined> {
    this.#isAsking = true;
    const stop = new AbortController();
    const timeout = setTimeout(() => stop.abort(), TIMEOUT_MS);
    try {
      return await http.abortWait(this.#live.shared.game, stop.signal);
    } catch {
      return undefined;
    } finally {
      clearTimeout(timeout);
      this.#isAsking = false;
    }
  }
}
