//! Whether the two of a game play another one. For components.
import { sentence } from '../../app/faults';
import { t } from '../../app/messages.svelte';
import { notify } from '../../app/notices.svelte';
import { navigate } from '../../app/router.svelte';
import { gamePath } from '../../app/routes';
import type { LiveGame } from '../../live/game.svelte';
import { http, statusOf } from '../../live/http';
import { connection } from '../../live/live.svelte';
import { refusalOf } from './refused';

export class Rematch {
  /** Whether who is here has asked for it. */
  isAsked = $state(false);
  /** The challenge of the other player, who wants it. */
  offered: string | undefined = $state();
  readonly #live: LiveGame;

  constructor(live: LiveGame) {
    this.#live = live;
    const { game: id } = live.shared;
    $effect(() =>
      connection().listen((frame) => {
        if (frame.kind === 'challenged' && frame.rematchOf === id && !this.isAsked)
          this.offered = frame.challenge;
        if (frame.kind === 'unchallenged' && (this.isAsked || frame.challenge === this.offered)) {
          if (this.isAsked && frame.how === 'declined') notify(t('live.rematch.declined'));
          this.isAsked = false;
          this.offered = undefined;
        }
        if (frame.kind === 'started' && frame.rematchOf === id) navigate(gamePath(frame.game));
      }),
    );
  }

  /** Says no to the other player. */
  async decline(): Promise<void> {
    const { offered } = this;
    if (offered === undefined) return;
    this.offered = undefined;
    try {
      await http.decline(offered);
    } catch (error) {
      // It may have been withdrawn meanwhile.
      if (statusOf(error) !== 410) notify(sentence(error), { kind: 'warning' });
    }
  }

  /** Asks for it, or accepts it: the same request, whoever comes first. */
  async ask(): Promise<void> {
    this.isAsked = true;
    try {
      await connection().ask({ kind: 'rematch', game: this.#live.shared.game });
    } catch (error) {
      this.isAsked = false;
      notify(refusalOf(error), { kind: 'warning' });
    }
  }
}
