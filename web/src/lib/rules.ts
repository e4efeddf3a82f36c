//! The rules in WebAssembly. No other module imports the code of their package.
import start, * as rules from '../pkg/rules/rules.js';

/** Base and increment, or the remaining time of White and Black, in milliseconds. */
type Pair = readonly [number, number];

export type * from '../pkg/rules/rules.js';

/** Starts the rules and fetches their WebAssembly if it is not given. Must precede all other calls. */
export async function loadRules(file?: Response): Promise<void> {
  await start(file && { module_or_path: file });
}

/** Returns the languages of the rules. */
export const languages = (): string[] => rules.languages();

/** Returns all variants with texts in a language. */
export const catalog = (language: string): rules.Variant[] => rules.catalog(language);

/** Returns the rule book of a variant. */
export const rulesOf = (variant: string, language: string): rules.Rule[] => rules.rules(variant, language);

/** Returns the puzzle themes that are specific to a variant. */
export const themesOf = (variant: string, language: string): rules.Theme[] => rules.themes(variant, language);

/** Returns the decisions on questions that the inventor of a variant left open. */
export const rulingsOf = (variant: string, language: string): rules.Ruling[] =>
  rules.rulings(variant, language);

/**
 * Starts a game from the starting position of a variant or from a FEN. Throws a one-sentence error if
 * the FEN is invalid.
 */
export const newGame = (variant: string, language: string, fen?: string): rules.Game =>
  new rules.Game(variant, fen, language);

/** Starts a game in which draws by repetition and by the fifty-move rule are noted but do not end it. */
export const newRecord = (variant: string, language: string, fen?: string): rules.Game => {
  const game = newGame(variant, language, fen);
  game.noteDraws();
  return game;
};

/**
 * Sets up a table for a game with these UCI moves, optionally with clocks. Throws a one-sentence error if
 * the rules refuse it.
 */
export const newTable = (
  variant: string,
  { fen, moves = [], clock, left }: { fen?: string; moves?: string[]; clock?: Pair; left?: Pair },
): rules.Table =>
  new rules.Table(variant, fen, moves, clock && Float64Array.from(clock), left && Float64Array.from(left));

/** Sets up the table of an online game before its first event. Throws a one-sentence error if the rules refuse it. */
export const sharedTable = (
  version: string,
  variant: string,
  fen: string | undefined,
  terms: rules.Terms,
  startedAt: number,
): rules.Table => rules.Table.shared(version, variant, fen, terms, startedAt);

/** Returns the expected score, from 0 to 1, of a score for the side to move. */
export const expectation = (score: rules.Score): number => rules.expectation(score);

/** Returns the tasks of a variant's lesson. */
export const lessonOf = (variant: string, language: string): rules.Task[] => rules.lesson(variant, language);

/** Checks the last of these moves in a task. The moves before it include the replies. */
export const checkTask = (variant: string, task: string, moves: string[]): rules.Attempt =>
  rules.checkTask(variant, task, moves);

/** Returns sample games of a variant. */
export const samples = (variant: string): rules.Sample[] => rules.samples(variant);

/** Returns true if a computer accepts a draw. The score is for its opponent, who is to move. */
export const acceptsDraw = (score: rules.Score, plies: number): boolean => rules.acceptsDraw(score, plies);

/** Assesses a move by the scores before and after it, each for the side to move. */
export const judge = (before: rules.Score, after: rules.Score, mover: rules.Color): rules.Judgment =>
  rules.judge(before, after, mover);

/** Returns the thresholds of inaccuracies, mistakes, and blunders. */
export const thresholds = (): rules.Threshold[] => rules.thresholds();

/** Returns the initial rating of a solver. */
export const unrated = (): rules.Rating => rules.unrated();

/** Returns the rating deviation, in points, of a puzzle without attempts. */
export const untriedDeviation = (): number => rules.untriedDeviation();

/** Returns the rating of a solver after a puzzle. */
export const rated = (solver: rules.Rating, puzzle: rules.Rating, isSolved: boolean): rules.Rating =>
  rules.rated(solver, puzzle, isSolved);

/** Parses an opening book. Throws a one-sentence error if it is not a book of the variant. */
export const newBook = (variant: string, text: string): rules.Book => new rules.Book(variant, text);

/** Creates a reader that accepts PGN in chunks. */
export const newPgnReader = (): rules.PgnReader => new rules.PgnReader();

/** Decodes a text file as the PGN reader does: UTF-8, UTF-16, or Windows-1252. */
export const decodeFile = (bytes: Uint8Array): string => rules.decodeFile(bytes);

/** Formats a game as PGN. Throws a one-sentence error if a move is illegal. */
export const writePgn = (record: rules.Record, language: string): string => rules.writePgn(record, language);

/** Returns the FEN of a FEN or EPD line; any other line is returned unchanged. */
export const epdToFen = (line: string): string => rules.epdToFen(line);

/** Parses a FEN, even one of an invalid position. Throws a one-sentence error if it is malformed. */
export const readDraft = (variant: string, fen: string, language: string): rules.Draft =>
  rules.readDraft(variant, fen, language);

/** Formats a draft as FEN. */
export const writeDraft = (variant: string, draft: rules.Draft): string => rules.writeDraft(variant, draft);
