//! The result that a player of a correspondence game can claim by a tablebase (T.8). For use in components.
import { onChange } from '../../base/onChange.svelte';
import { probe, type Solved } from '../../endgames/api';
import { movesOf } from '../../endgames/value';
import type { LiveGame } from '../../live/game.svelte';
import { isCorrespondence } from '../../live/terms';

/** The limit of pieces for requests, because larger tablebases are unlikely. */
const FEW = 5;

export interface TableClaim {
  readonly value: 'win' | 'draw';
  /** The number of moves to the end of a won game. */
  readonly moves: number;
}

/** Returns the result that a player can claim; `isOwnTurn` says for whom the tablebase value holds. */
export function claimIn({ value, plies = 0, certain }: Solved, isOwnTurn: boolean): TableClaim | undefined {
  if (value === 'draw') return { value, moves: 0 };
  // A win that the fifty-move rule would prevent cannot be claimed (T.8a).
  return (value === 'win') === isOwnTurn && certain ? { value: 'win', moves: movesOf(plies) } : undefined;
}

export class TableClaims {
  claim: TableClaim | undefined = $state.raw();

  constructor(live: LiveGame) {
    onChange(
      () => [live.seq, live.certain, live.ended],
      () => {
        this.claim = undefined;
        const { side, shared, tree, certain } = live;
        const isPossible =
          side !== undefined && !live.ended && live.haveBothMoved && isCorrespondence(shared.terms);
        const line = tree.mainLine().slice(0, certain);
        if (!isPossible || live.head.pieces.length > FEW) return undefined;
        const abort = new AbortController();
        const moves = line.map(({ played }) => played.uci);
        probe({ variant: live.variant.id, fen: tree.start.fen, moves }, abort.signal)
          .then(({ solved }) => (this.claim = solved && claimIn(solved, live.turn === side)))
          // Without the tables, the game goes on as usual.
          .catch(() => undefined);
        return () => abort.abort();
      },
    );
  }
}
