//! The number of lines that a player has planned in a game. For use in components.
import { onChange } from '../../../base/onChange.svelte';
import { http } from '../../../live/http';
import type { LiveGame } from '../../../live/game.svelte';
import { linesOf } from './plan';

export class Planned {
  lines = $state(0);

  constructor(live: LiveGame) {
    onChange(
      () => [live.seq, live.isOwnTurn, live.ended],
      () => {
        this.lines = 0;
        const mayPlan = live.side !== undefined && live.shared.terms.days !== undefined;
        if (mayPlan && !live.ended && !live.isOwnTurn) void this.#read(live);
        return undefined;
      },
    );
  }

  async #read({ shared, seq }: LiveGame): Promise<void> {
    try {
      const plan = await http.plan(shared.game);
      if (plan?.after === seq) this.lines = linesOf(plan.branches).length;
    } catch {
      // The dialog shows the problem when it is opened.
    }
  }
}
