//! The code and the other requirements of every page, as addresses only, because it is loaded before the shell.
import type { Route } from '../base/routes';

interface Page {
  readonly code: () => Promise<{ default: unknown }>;
  /**
   * The use of the rules: not at all, because packed data suffices; later, with the page itself waiting for them; or
   * from the first line on.
   */
  readonly rules: 'not' | 'later' | 'at once';
  readonly showsBook?: true;
  /** True if it shows the starting position of its variant while it waits. */
  readonly showsStart?: true;
  /** Additional code, fetched after the first paint. The page receives this function. */
  readonly deferred?: () => Promise<unknown>;
}

export const PAGES: Readonly<Record<Route['kind'], Page>> = {
  home: { code: () => import('../pages/home/Home.svelte'), rules: 'not' },
  about: { code: () => import('../pages/about/About.svelte'), rules: 'not' },
  licenses: { code: () => import('../pages/about/Licenses.svelte'), rules: 'not' },
  lastPlay: { code: () => import('../pages/LastVariant.svelte'), rules: 'not' },
  play: {
    code: () => import('../pages/computer/Play.svelte'),
    rules: 'later',
    showsStart: true,
    deferred: () => import('../pages/computer/game'),
  },
  lastAnalyze: { code: () => import('../pages/LastVariant.svelte'), rules: 'not' },
  analyze: {
    code: () => import('../pages/analyze/Opening.svelte'),
    rules: 'later',
    showsStart: true,
    deferred: () => import('../pages/analyze/Analyze.svelte'),
  },
  lessons: { code: () => import('../pages/learn/LearnIndex.svelte'), rules: 'not' },
  learn: { code: () => import('../pages/learn/Learn.svelte'), rules: 'not', showsBook: true },
  lesson: { code: () => import('../pages/learn/Lesson.svelte'), rules: 'at once' },
  endgames: { code: () => import('../pages/endgames/Endgames.svelte'), rules: 'at once' },
  endings: { code: () => import('../pages/endgames/Endgames.svelte'), rules: 'at once' },
  puzzleGames: { code: () => import('../pages/puzzles/PuzzleGames.svelte'), rules: 'not' },
  puzzles: { code: () => import('../pages/puzzles/Puzzles.svelte'), rules: 'at once' },
  puzzle: { code: () => import('../pages/puzzles/Puzzles.svelte'), rules: 'at once' },
  friend: {
    code: () => import('../pages/challenge/NewChallenge.svelte'),
    rules: 'later',
    showsStart: true,
  },
  challenge: { code: () => import('../pages/challenge/Challenge.svelte'), rules: 'later' },
  games: { code: () => import('../pages/games/Games.svelte'), rules: 'later' },
  lobby: { code: () => import('../pages/lobby/Lobby.svelte'), rules: 'not' },
  transfer: { code: () => import('../pages/transfer/Transfer.svelte'), rules: 'not' },
  email: { code: () => import('../pages/mail/ConfirmAddress.svelte'), rules: 'not' },
  unsubscribe: { code: () => import('../pages/mail/Unsubscribe.svelte'), rules: 'not' },
  inbox: { code: () => import('../pages/inbox/Inbox.svelte'), rules: 'not' },
  settings: { code: () => import('../pages/inbox/Inbox.svelte'), rules: 'not' },
  signIn: { code: () => import('../pages/account/SignIn.svelte'), rules: 'not' },
  signUp: { code: () => import('../pages/account/SignUp.svelte'), rules: 'not' },
  invitation: { code: () => import('../pages/account/Invitation.svelte'), rules: 'not' },
  reset: { code: () => import('../pages/account/Reset.svelte'), rules: 'not' },
  admin: { code: () => import('../pages/admin/Admin.svelte'), rules: 'not' },
  leaderboards: { code: () => import('../pages/ratings/LastLeaderboard.svelte'), rules: 'not' },
  ratings: { code: () => import('../pages/ratings/Leaderboard.svelte'), rules: 'not' },
  profile: { code: () => import('../pages/profile/Profile.svelte'), rules: 'later' },
  game: { code: () => import('../pages/online/Game.svelte'), rules: 'at once' },
  unknown: { code: () => import('../pages/NotFound.svelte'), rules: 'not' },
};
