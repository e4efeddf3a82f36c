//! The ratings of the players of a rated game, and their changes. For use in components.
import { untrack } from 'svelte';

import { announce } from '../../base/announce';
import type { LiveGame } from '../../live/game.svelte';
import { connection, connectionState } from '../../live/live.svelte';
import { http, type GameRating } from '../../ratings/http';
import { ratingSentences } from './ratingSentences';

/** The waits before the ratings of an ended game are requested again. After the last one, only a frame brings them. */
const WAITS_MS = [2000, 4000, 8000, 15_000];

/** The maximum wait for the frame of a game that has just ended, so that not all spectators send requests at once. */
const SPREAD_MS = 3000;

export class GameRatings {
  #rating: GameRating | undefined = $state.raw();
  #isAwaited = $state(true);
  readonly #live: LiveGame;
  /** True if the game was running when its page was opened. */
  readonly #wasRunning: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the current series of requests. A request of an earlier one is not repeated. */
  #run = 0;

  constructor(live: LiveGame) {
    this.#live = live;
    this.#wasRunning = live.ended === undefined;
    if (!live.shared.terms.rated) return;
    const { game } = live.shared;
    $effect(() =>
      connection().listen((frame) => {
        if (frame.kind === 'rated' && frame.rating.game === game) this.take(frame.rating);
      }),
    );
    const hasConnection = $derived(['open', 'polling'].includes(connectionState()));
    const isRunning = $derived(live.ended === undefined);
    const isNeeded = $derived(isRunning ? this.#rating === undefined : !this.isSettled);
    // A frame may have been lost with the connection.
    $effect(() => {
      if (!isNeeded || !hasConnection) return undefined;
      // While the game is running, its ratings do not change.
      const waits = isRunning ? undefined : WAITS_MS;
      if (isRunning || !this.#wasRunning) untrack(() => void this.#fetch(waits));
      else this.#timer = setTimeout(() => void this.#fetch(waits), 1000 + Math.random() * SPREAD_MS);
      return () => {
        this.#run += 1;
        clearTimeout(this.#timer);
      };
    });
  }

  /** The ratings as last known; undefined for a casual game. */
  get current(): GameRating | undefined {
    return this.#rating;
  }
  /** True if it is known whether the game counts. */
  get isSettled(): boolean {
    return this.#rating?.decision !== undefined;
  }

  /** True while the ratings of an ended game are expected soon. */
  get isAwaited(): boolean {
    return this.#isAwaited && !this.isSettled;
  }

  /** Replaces the ratings by those that the server has sent. */
  take(rating: GameRating): void {
    // A game that counted may be annulled while its page is open.
    const isNews = rating.decision !== undefined && rating.decision !== this.#rating?.decision;
    if (this.isSettled && !isNews) return;
    this.#rating = rating;
    if (isNews && this.#wasRunning) announce(ratingSentences(rating, this.#live).join(' '));
  }

  /** Fetches the ratings, and again after each wait until they are settled. */
  async #fetch(waits: readonly number[] | undefined): Promise<void> {
    const run = this.#run;
    try {
      this.take(await http.game(this.#live.shared.game));
    } catch {
      // The ratings are shown once they are known.
    }
    if (!waits || this.isSettled || run !== this.#run) return;
    const [wait, ...later] = waits;
    if (wait === undefined) this.#isAwaited = false;
    else this.#timer = setTimeout(() => void this.#fetch(later), wait);
  }
}
