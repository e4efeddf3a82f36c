//! Sentences about the outcome of an online game.
import { t } from '../../base/messages.svelte';
import { other } from '../../game/color';
import type { LiveGame } from '../../live/game.svelte';

/** Returns one sentence; undefined while the game is running. */
export function sentenceOf({ ended, endedBy, wasLate, correspondence, head }: LiveGame): string | undefined {
  if (!ended) return undefined;
  const { reason, winner } = ended;
  switch (reason) {
    case 'resigned':
    case 'abandoned': {
      if (winner === undefined) return t('live.end.left');
      const loser = other(winner);
      return t(reason === 'resigned' ? `play.end.resigned.${loser}` : `live.end.abandoned.${loser}`);
    }
    case 'timed-out':
      return winner === undefined ? '' : t(`play.end.timedOut.${other(winner)}`);
    case 'timed-out-draw':
      return t(`play.end.timedOutDrawn.${endedBy ?? head.turn}`);
    case 'agreed':
      return t('play.end.agreed');
    case 'aborted':
      return t(`live.end.${wasLate ? 'missed' : 'aborted'}.${endedBy ?? head.turn}`);
    case 'expired':
      return t('live.end.expired');
    case 'table':
      return t(`live.end.table.${winner ?? 'draw'}`, { material: correspondence.claimedBy ?? '' });
    case 'checkmate':
    case 'stalemate':
    case 'king-captured':
    case 'no-moves':
    case 'insufficient':
    case 'repetition':
    case 'fifty-moves':
      // The app's own rules supply the sentence, in the language of the app.
      return head.ending?.text ?? t('problem.over');
  }
}

/** Returns the rule that ended the game: one of the board, or of time and absence. */
export function ruleOf({ ended, wasLate, head }: LiveGame): string | undefined {
  switch (ended?.reason) {
    case 'timed-out':
      return 'T.1';
    case 'timed-out-draw':
      return 'T.2';
    case 'aborted':
      return wasLate ? 'T.3' : undefined;
    case 'expired':
      return 'T.3';
    case 'abandoned':
      return 'T.5';
    case 'table':
      return 'T.8';
    case 'resigned':
    case 'agreed':
    case undefined:
      return undefined;
    case 'checkmate':
    case 'stalemate':
    case 'king-captured':
    case 'no-moves':
    case 'insufficient':
    case 'repetition':
    case 'fifty-moves':
      return head.ending?.rule;
  }
}
