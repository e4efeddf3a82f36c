//! The addresses of the page, read and written.
import addresses from './addresses.json';

export type Route =
  | { kind: 'home' }
  | { kind: 'about' }
  | { kind: 'licenses' }
  | { kind: 'play'; variant: string }
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
  | { kind: 'carry' }
  | { kind: 'game'; id: string }
  | { kind: 'unknown'; path: string };

/** The areas of the page that every variant has. */
export type Area = 'play' | 'analyze' | 'learn' | 'puzzles';
export const AREAS: readonly Area[] = ['play', 'analyze', 'learn', 'puzzles'];

// A plus sign is a plain letter of a path, and reads better than its code.
const written = (part: string): string => encodeURIComponent(part).replaceAll('%2B', '+');

/** The address of the page of all licenses. */
export const LICENSES_PATH = '/licenses';

/** The address of the page from which all lessons and rule books start. */
export const LESSONS_PATH = '/learn';

/** The address of the endgames of the game that the visitor had to do with last. */
export const ENDGAMES_PATH = '/endgames';

/** The address of the page from which the puzzles of all games start. */
export const PUZZLES_PATH = '/puzzles';

/** The address of the visitor's games with people. */
export const GAMES_PATH = '/games';

/** The address of a variant's area. */
export const areaPath = (area: Area, variant: string): string => `/${area}/${written(variant)}`;

/** The address of a lesson, counted from 1. */
export const lessonPath = (variant: string, number: number): string =>
  `${areaPath('learn', variant)}/lesson/${String(number)}`;

/** The address of a rule on the rule page of a variant. */
export const rulePath = (variant: string, rule: string): string => `${areaPath('learn', variant)}#${rule}`;

/** The ways to solve puzzles. */
export type PuzzleMode = 'rated' | 'streak' | 'daily';
export const PUZZLE_MODES: readonly PuzzleMode[] = ['rated', 'streak', 'daily'];

/** The address where puzzles of a variant are solved in one of the ways. */
export const puzzlesPath = (variant: string, mode: PuzzleMode): string =>
  `${areaPath('puzzles', variant)}${mode === 'rated' ? '' : `?mode=${mode}`}`;

/** The address where puzzles of a theme are solved. */
export const themePath = (variant: string, theme: string): string =>
  `${areaPath('puzzles', variant)}?${new URLSearchParams({ theme }).toString()}`;

/** The address of one puzzle, of a theme if it is practiced. */
export const puzzlePath = (variant: string, id: string, theme?: string): string => {
  const query = theme === undefined ? '' : `?${new URLSearchParams({ theme }).toString()}`;
  return `${areaPath('puzzles', variant)}/${written(id)}${query}`;
};

/** The address where a game with a friend is proposed, from a position if one is given. */
export const friendPath = (variant: string, fen?: string): string =>
  `/friend/${written(variant)}${fen ? `?${new URLSearchParams({ fen }).toString()}` : ''}`;

/** The address of the endgames of a variant: of one ending, or of a position of one that is played out. */
export const endgamesPath = (variant: string, search: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(search).toString();
  return `${ENDGAMES_PATH}/${written(variant)}${query && `?${query}`}`;
};

/** The address of a challenge. */
export const challengePath = (id: string): string => `/challenge/${written(id)}`;

/** The address of a game between people; of the position after so many moves, if they are given. */
export const gamePath = (id: string, ply?: number): string =>
  `/game/${written(id)}${ply === undefined ? '' : `?ply=${String(ply)}`}`;

type Found = { variant?: string; id?: string; number?: number } | undefined;

/** What the parts that a pattern leaves open may be. */
const SLOTS: Record<string, (part: string) => Found> = {
  '{variant}': (variant) => ({ variant }),
  '{number}': (part) => (/^[1-9]\d?$/.test(part) ? { number: Number(part) } : undefined),
  '{puzzle}': (id) => (/^[\da-z]{1,16}$/i.test(id) ? { id } : undefined),
  '{id}': (id) => (/^[\da-z]{8}$/i.test(id) ? { id } : undefined),
};

const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

const PATTERNS = Object.entries(addresses).flatMap(([kind, patterns]) =>
  patterns.map((pattern) => ({ kind, forms: partsOf(pattern) })),
);

/** A part of an address as it is meant; as it stands if it is not well formed. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address in today's words: links with an older spelling are still about. */
export const currentPath = (path: string): string => path.replace(/^\/analyse(?=\/|$)/, '/analyze');

/** What an address means, by the list that the server reads as well (`page_addresses.rs`). */
export function readPath(path: string): Route {
  const parts = partsOf(currentPath(path)).map(decoded);
  for (const { kind, forms } of PATTERNS) {
    if (forms.length !== parts.length) continue;
    const found = forms.map((form, at) => (SLOTS[form] ?? fixed(form))(parts[at] ?? ''));
    if (found.every((slot) => slot !== undefined)) return Object.assign({ kind } as Route, ...found) as Route;
  }
  return { kind: 'unknown', path };
}

const fixed =
  (form: string) =>
  (part: string): Found =>
    part === form ? {} : undefined;
