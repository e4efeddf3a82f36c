//! The routes of the app: parses and builds its addresses.
import addresses from './addresses.json';

export type Route =
  | { kind: 'home' }
  | { kind: 'about' }
  | { kind: 'licenses' }
  | { kind: 'lastPlay' }
  | { kind: 'play'; variant: string }
  | { kind: 'lastAnalyze' }
  | { kind: 'analyze'; variant: string }
  | { kind: 'lessons' }
  | { kind: 'learn'; variant: string }
  | { kind: 'lesson'; variant: string; number: number }
  | { kind: 'endgames' }
  | { kind: 'endings'; variant: string }
  | { kind: 'puzzleGames' }
  | { kind: 'puzzles'; variant: string }
  | { kind: 'puzzle'; variant: string; id: string }
  | { kind: 'friend'; variant: string }
  | { kind: 'challenge'; id: string }
  | { kind: 'games' }
  | { kind: 'lobby' }
  | { kind: 'transfer' }
  | { kind: 'email' }
  | { kind: 'unsubscribe' }
  | { kind: 'inbox' }
  | { kind: 'settings' }
  | { kind: 'signIn' }
  | { kind: 'signUp' }
  | { kind: 'invitation' }
  | { kind: 'reset' }
  | { kind: 'admin' }
  | { kind: 'leaderboards' }
  | { kind: 'ratings'; variant: string }
  | { kind: 'profile'; name: string }
  | { kind: 'game'; id: string }
  | { kind: 'unknown'; path: string };

/** The areas that every variant has. */
export type Area = 'play' | 'analyze' | 'learn' | 'puzzles';
export const AREAS: readonly Area[] = ['play', 'analyze', 'learn', 'puzzles'];

// A plus sign is valid in a path and easier to read than its escape.
const written = (part: string): string => encodeURIComponent(part).replaceAll('%2B', '+');

/** The page of all licenses. */
export const LICENSES_PATH = '/licenses';

/** The overview of all lessons and rule books. */
export const LESSONS_PATH = '/learn';

/** The endgames of the last used variant. */
export const ENDGAMES_PATH = '/endgames';

/** The address of the overview of all puzzles. */
export const PUZZLES_PATH = '/puzzles';

/** The visitor's online games. */
export const GAMES_PATH = '/games';

/** The lobby, in which people find opponents. */
export const LOBBY_PATH = '/lobby';

/** The form for a game against the house, in the lobby. */
export const HOUSE_PATH = `${LOBBY_PATH}#house`;

/** The visitor's notices. */
export const INBOX_PATH = '/inbox';

/** The inbox with the settings of notices open. */
export const SETTINGS_PATH = '/settings';

/** The page to sign in. */
export const SIGN_IN_PATH = '/sign-in';

/** The page for admins of the site. */
export const ADMIN_PATH = '/admin';

/** Returns the address of an area of a variant. */
export const areaPath = (area: Area, variant: string): string => `/${area}/${written(variant)}`;

/** Returns the address of a task of a lesson, counted from 1. */
export const lessonPath = (variant: string, number: number): string =>
  `${areaPath('learn', variant)}/lesson/${String(number)}`;

/** Returns the address of a rule in the rule book of a variant. */
export const rulePath = (variant: string, rule: string): string => `${areaPath('learn', variant)}#${rule}`;

export type PuzzleMode = 'rated' | 'streak' | 'daily';
export const PUZZLE_MODES: readonly PuzzleMode[] = ['rated', 'streak', 'daily'];

/** Returns the address of a puzzle mode of a variant. */
export const puzzlesPath = (variant: string, mode: PuzzleMode): string =>
  `${areaPath('puzzles', variant)}${mode === 'rated' ? '' : `?mode=${mode}`}`;

/** Returns the address of the puzzles of a theme. */
export const themePath = (variant: string, theme: string): string =>
  `${areaPath('puzzles', variant)}?${new URLSearchParams({ theme }).toString()}`;

/** Returns the address of one puzzle, within a theme if it is being practiced. */
export const puzzlePath = (variant: string, id: string, theme?: string): string => {
  const query = theme === undefined ? '' : `?${new URLSearchParams({ theme }).toString()}`;
  return `${areaPath('puzzles', variant)}/${written(id)}${query}`;
};

/** Returns the address of the form for a game with a friend, optionally from a given position or with a member. */
export function friendPath(variant: string, fen?: string, to?: string): string {
  const query = new URLSearchParams({ ...(fen ? { fen } : {}), ...(to ? { to } : {}) }).toString();
  return `/friend/${written(variant)}${query && `?${query}`}`;
}

/** Returns the address of the profile of a member. */
export const profilePath = (name: string): string => `/@${written(name)}`;

/** The leaderboards of the last used variant. */
export const LEADERBOARDS_PATH = '/ratings';

/** Returns the address of a leaderboard. Live games have the shorter one. */
export const leaderboardPath = (variant: string, pace: string): string =>
  `${LEADERBOARDS_PATH}/${written(variant)}${pace === 'live' ? '' : `?${new URLSearchParams({ pace }).toString()}`}`;

/** Returns the address of the endgames of a variant, of one ending, or of a position in it. */
export const endgamesPath = (variant: string, search: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(search).toString();
  return `${ENDGAMES_PATH}/${written(variant)}${query && `?${query}`}`;
};

/** Returns the address of a challenge. */
export const challengePath = (id: string): string => `/challenge/${written(id)}`;

/** Returns the address of an online game, or of its position after a number of plies. */
export const gamePath = (id: string, ply?: number): string =>
  `/game/${written(id)}${ply === undefined ? '' : `?ply=${String(ply)}`}`;

type Found = { variant?: string; id?: string; name?: string; number?: number } | undefined;

/** The parsers of the variable parts of a pattern. */
const SLOTS: Record<string, (part: string) => Found> = {
  '{variant}': (variant) => ({ variant }),
  '{number}': (part) => (/^[1-9]\d?$/.test(part) ? { number: Number(part) } : undefined),
  '{puzzle}': (id) => (/^[\da-z]{1,16}$/i.test(id) ? { id } : undefined),
  '{member}': (part) => (/^@[\da-z][\w-]{1,19}$/i.test(part) ? { name: part.slice(1) } : undefined),
  '{id}': (id) => (/^[\da-z]{8}$/i.test(id) ? { id } : undefined),
};

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

const PATTERNS = Object.entries(addresses).flatMap(([kind, patterns]) =>
  patterns.map((pattern) => ({ kind, forms: partsOf(pattern) })),
);

/** Decodes a part of an address; a malformed part is returned unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Replaces an outdated spelling in an address, because old links still exist. */
export const currentPath = (path: string): string => path.replace(/^\/analyse(?=\/|$)/, '/analyze');

/** Parses an address by the list that the server reads as well (`page_addresses.rs`). */
export function readPath(path: string): Route {
  const parts = partsOf(currentPath(path)).map(decoded);
  for (const { kind, forms } of PATTERNS) {
    if (forms.length !== parts.length) continue;
    const found = forms.map((form, at) => (SLOTS[form] ?? fixed(form))(parts[at] ?? ''));
    if (found.every((slot) => slot !== undefined)) return Object.assign({ kind } as Route, ...found) as Route;
  }
  return { kind: 'unknown', path };
}

/** The pages that do not return to themselves after signing in. */
const ENTRANCES: readonly Route['kind'][] = ['signIn', 'signUp', 'invitation', 'reset', 'unknown'];

const isReturn = (path: string): boolean =>
  /^\/[^/\\]/.test(path) && !ENTRANCES.includes(readPath(path).kind);

const entrance = (path: string, from: string): string =>
  isReturn(from) ? `${path}?${new URLSearchParams({ to: from }).toString()}` : path;

/** Returns the address of the page to sign in, which then returns to a path of the app. */
export const signInPath = (from: string): string => entrance(SIGN_IN_PATH, from);

/** Returns the address of the page to create an account, which then returns to a path of the app. */
export const signUpPath = (from: string): string => entrance('/sign-up', from);

/** Returns the path to return to after signing in. An address outside the app is ignored. */
export function returnPath(search: URLSearchParams): string {
  const to = search.get('to') ?? '';
  return isReturn(to) ? to : '/';
}

const fixed =
  (form: string) =>
  (part: string): Found =>
    part === form ? {} : undefined;
