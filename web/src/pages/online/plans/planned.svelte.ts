//! The reach of the lines that a player has planned in a game. For use in components.
import { onChange } from '../../../base/onChange.svelte';
import { http } from '../../../live/http';
import type { LiveGame } from '../../../live/game.svelte';
import { isCorrespondence } from '../../../live/terms';
import { reachOf, type PlanReach } from './plan';

const NONE: PlanReach = { lines: 0, depth: 0 };

export class Planned {
  reach: PlanReach = $state.raw(NONE);

  constructor(live: LiveGame) {
    onChange(
      () => [live.seq, live.isOwnTurn, live.ended],
      () => {
        this.reach = NONE;
        const mayPlan = live.side !== undefined && isCorrespondence(live.shared.terms);
        if (mayPlan && !live.ended && !live.isOwnTurn) void this.#read(live);
        return undefined;
      },
    );
  }

  async #read({ shared, seq }: LiveGame): Promise<void> {
    try {
      const plan = await http.plan(shared.game);
      if (plan?.after === seq) this.reach = reachOf(plan.branches);
    } catch {
      // The dialog shows the problem when it is opened.
    }
  }
}
