//! The addresses of the page, read and written.

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

const isArea = (word: string): word is Area => (AREAS as readonly string[]).includes(word);

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

/** Whether a word of an address can be the id of a game or of a challenge. */
const isId = (word: string): boolean => /^[\da-z]{8}$/i.test(word);

/** Whether a word of an address can be the id of a puzzle. */
const isPuzzleId = (word: string): boolean => /^[\da-z]{1,16}$/i.test(word);

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

/** Where an area starts when no game is named. */
const INDEX = { play: 'home', analyze: 'home', learn: 'lessons', puzzles: 'puzzleGames' } as const;

/** What an address means. */
export function readPath(path: string): Route {
  const parts = currentPath(path).split('/').filter(Boolean).map(decoded);
  const [first, variant, ...rest] = parts;
  const unknown: Route = { kind: 'unknown', path };
  if (first === undefined) return { kind: 'home' };
  if (first === 'about' || first === 'licenses' || first === 'games' || first === 'carry')
    return parts.length === 1 ? { kind: first } : unknown;
  if (first === 'challenge' || first === 'game')
    return variant !== undefined && isId(variant) && rest.length === 0
      ? { kind: first, id: variant }
      : unknown;
  if (first === 'friend' && variant !== undefined && rest.length === 0) return { kind: 'friend', variant };
  if (first === 'endgames' && rest.length === 0)
    return variant === undefined ? { kind: 'endgames' } : { kind: 'endings', variant };
  if (!isArea(first)) return unknown;
  if (variant === undefined) return { kind: INDEX[first] };
  if (rest.length === 0) return { kind: first, variant };
  const [word, number] = rest;
  if (first === 'puzzles')
    return word !== undefined && isPuzzleId(word) && rest.length === 1
      ? { kind: 'puzzle', variant, id: word }
      : unknown;
  const isLesson =
    first === 'learn' && word === 'lesson' && rest.length === 2 && /^[1-9]\d?$/.test(number ?? '');
  return isLesson ? { kind: 'lesson', variant, number: Number(number) } : unknown;
}
