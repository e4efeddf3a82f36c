//! The rematch of an online game: offers it, and answers the other player's offer. For use in components.
import { untrack } from 'svelte';

import { sentence } from '../../base/errors';
import { keepFocus } from '../../base/keepFocus';
import { t } from '../../base/messages.svelte';
import { notify } from '../../base/notices.svelte';
import { navigate } from '../../shell/router.svelte';
import { gamePath } from '../../base/routes';
import { Refused, type RematchOffer } from '../../live/frames';
import type { LiveGame } from '../../live/game.svelte';
import { http, statusOf } from '../../live/http';
import { connection } from '../../live/live.svelte';
import {
  forgetChallenge,
  isOwnChallenge,
  refreshOwnChallenges,
  rememberChallenge,
} from '../../live/ownChallenges.svelte';
import { offerKind } from '../../live/rematchOffers';
import { reachableMove } from '../../table/reachableMove';
import { canBeRated } from './rematchKind';
import { refusalOf } from './refused';

export class Rematch {
  /** True while a request is in progress. */
  #isAsking = $state(false);
  /** The last expired offer. */
  #expired: string | undefined = $state();
  readonly #live: LiveGame;

  constructor(live: LiveGame) {
    this.#live = live;
    const { game: id } = live.shared;
    $effect(() =>
      connection().listen((frame) => {
        if (frame.kind === 'started' && frame.rematchOf === id) navigate(gamePath(frame.game));
      }),
    );
    $effect(() => {
      const offer = live.rematchOffer;
      if (!offer) return undefined;
      const { challenge, endsAt } = offer;
      // The answer is shown on any page that the visitor is on by then.
      untrack(() => this.#remember(offer));
      const expires = setTimeout(() => (this.#expired = challenge), endsAt - connection().now());
      return () => clearTimeout(expires);
    });
  }

  /** The kind of rematch that the visitor can request instead of one like the game; undefined if there is none. */
  get otherKind(): 'rated' | 'casual' | undefined {
    const { shared, side } = this.#live;
    if (side === undefined || !canBeRated(shared)) return undefined;
    return shared.terms.rated ? 'casual' : 'rated';
  }
  /** The kind of the open offer, if it is rated or differs from the game. */
  get kind(): 'rated' | 'casual' | 'same' {
    return offerKind(this.#live.rematchOffer, this.#live.shared.terms);
  }
  /** True if the visitor has offered it, or is offering it. */
  get isAsked(): boolean {
    return this.asked !== undefined || (this.#isAsking && this.offered === undefined);
  }
  /** True while the visitor's request is in progress, or waits for an answer. */
  get isBusy(): boolean {
    return this.#isAsking || this.asked !== undefined;
  }
  /** The visitor's own offer. */
  get asked(): string | undefined {
    return this.#offer((isOwn) => isOwn);
  }
  /** The offer of the other player. */
  get offered(): string | undefined {
    return this.#offer((isOwn) => !isOwn);
  }

  #offer(isWanted: (isOwn: boolean) => boolean): string | undefined {
    const { rematchOffer: offer, side, rematch } = this.#live;
    const isOpen = offer && side !== undefined && rematch === undefined && offer.challenge !== this.#expired;
    return isOpen && isWanted(offer.by === side) ? offer.challenge : undefined;
  }

  #remember({ by, challenge }: RematchOffer): void {
    if (by !== this.#live.side || isOwnChallenge(challenge)) return;
    rememberChallenge(challenge);
    void refreshOwnChallenges();
  }

  /** Declines the other player's offer. */
  decline(): Promise<void> {
    return this.#end(this.offered, http.decline);
  }
  /** Withdraws the visitor's own offer. */
  withdraw(): Promise<void> {
    return this.#end(this.asked, http.withdraw);
  }

  async #end(challenge: string | undefined, end: (id: string) => Promise<void>): Promise<void> {
    if (challenge === undefined) return;
    try {
      await end(challenge);
    } catch (error) {
      // It may have expired in the meantime.
      if (statusOf(error) !== 410) notify(sentence(error), { kind: 'warning' });
      return;
    }
    forgetChallenge(challenge);
    // Without a WebSocket, no frame reports the change.
    if (this.#live.rematchOffer?.challenge === challenge) this.#live.rematchOffer = undefined;
    await keepFocus(reachableMove);
  }

  /** Accepts the offer of the other player. */
  accept(): Promise<void> {
    return this.#request(this.#live.rematchOffer?.rated ?? this.#live.shared.terms.rated ?? false);
  }
  /** Offers a rematch like the game, or one of the other kind. */
  ask(kind?: 'rated' | 'casual'): Promise<void> {
    return this.#request(kind === undefined ? (this.#live.shared.terms.rated ?? false) : kind === 'rated');
  }

  /** Offers a rematch or accepts the other player's offer, by the same request. */
  async #request(rated: boolean): Promise<void> {
    if (this.isBusy) return;
    const { game } = this.#live.shared;
    this.#isAsking = true;
    try {
      await connection().request({ kind: 'rematch', game, rated });
      // A visitor who has left the board at once gets no frame with the offer.
      const finished = await http.game(game).catch(() => undefined);
      if (finished?.rematchOffer) this.#remember(finished.rematchOffer);
    } catch (error) {
      const isGone = error instanceof Refused && error.problem.kind === 'account-disabled';
      notify(isGone ? t('live.rematch.gone') : refusalOf(error), { kind: 'warning' });
    } finally {
      this.#isAsking = false;
    }
  }
}
