//! The rules, through WebAssembly. The only module that imports the code of their package.
import start, * as rules from '../pkg/rules/rules.js';

/** Base and increment, or what White and Black have left, in milliseconds. */
type Pair = readonly [number, number];

export type * from '../pkg/rules/rules.js';

/** Starts the rules, fetching their WebAssembly if it is not given. Everything else here may be called after that. */
export async function loadRules(file?: Response): Promise<void> {
  await start(file && { module_or_path: file });
}

/** The languages in which the rules speak. */
export const languages = (): string[] => rules.languages();

/** Every variant. */
export const catalog = (language: string): rules.Variant[] => rules.catalog(language);

/** The rule book of a variant. */
export const rulesOf = (variant: string, language: string): rules.Rule[] => rules.rules(variant, language);

/** The themes of puzzles that are a variant's own. */
export const themesOf = (variant: string, language: string): rules.Theme[] => rules.themes(variant, language);

/** What had to be decided about a variant. */
export const rulingsOf = (variant: string, language: string): rules.Ruling[] =>
  rules.rulings(variant, language);

/** A game from the start of a variant, or from a FEN. Throws one clear sentence if the FEN is bad. */
export const newGame = (variant: string, language: string, fen?: string): rules.Game =>
  new rules.Game(variant, fen, language);

/** A game whose draws by repetition and by fifty moves are noted, and do not end it. */
export const newRecord = (variant: string, language: string, fen?: string): rules.Game => {
  const game = newGame(variant, language, fen);
  game.noteDraws();
  return game;
};

/** A table for a game with so many moves, in UCI, perhaps with clocks. Throws one clear sentence if the rules refuse it. */
export const newTable = (
  variant: string,
  { fen, moves = [], clock, left }: { fen?: string; moves?: string[]; clock?: Pair; left?: Pair },
): rules.Table =>
  new rules.Table(variant, fen, moves, clock && Float64Array.from(clock), left && Float64Array.from(left));

/** The table of a game between people, before anything has happened. Throws one clear sentence if the rules refuse it. */
export const sharedTable = (
  version: string,
  variant: string,
  fen: string | undefined,
  terms: rules.Terms,
  startedAt: number,
): rules.Table => rules.Table.shared(version, variant, fen, terms, startedAt);

/** What share of the point a score promises to the side to move, from 0 to 1. */
export const expectation = (score: rules.Score): number => rules.expectation(score);

/** The tasks of a variant's lesson. */
export const lessonOf = (variant: string, language: string): rules.Task[] => rules.lesson(variant, language);

/** What became of the last of these moves, tried in a task after the others and the answers to them. */
export const checkTask = (variant: string, task: string, moves: string[]): rules.Attempt =>
  rules.checkTask(variant, task, moves);

/** Games of a variant worth playing through. */
export const samples = (variant: string): rules.Sample[] => rules.samples(variant);

/** Whether a computer takes a draw, by what the position is worth to its opponent, whose turn it is. */
export const acceptsDraw = (score: rules.Score, plies: number): boolean => rules.acceptsDraw(score, plies);

/** Judges a move by the scores for the side to move before and after it. */
export const judge = (before: rules.Score, after: rules.Score, mover: rules.Color): rules.Judgement =>
  rules.judge(before, after, mover);

/** From where on a move is an inaccuracy, a mistake, a blunder. */
export const thresholds = (): rules.Threshold[] => rules.thresholds();

/** The rating of a solver before the first puzzle. */
export const unrated = (): rules.Rating => rules.unrated();

/** The deviation of the rating of a puzzle that no one has tried, in points. */
export const untriedDeviation = (): number => rules.untriedDeviation();

/** The rating of a solver after a puzzle. */
export const rated = (solver: rules.Rating, puzzle: rules.Rating, isSolved: boolean): rules.Rating =>
  rules.rated(solver, puzzle, isSolved);

/** The opening book of a file's text. Throws one clear sentence if it is none of the variant. */
export const newBook = (variant: string, text: string): rules.Book => new rules.Book(variant, text);

/** A reader that takes PGN in pieces. */
export const newPgnReader = (): rules.PgnReader => new rules.PgnReader();

/** Decodes a text file as the PGN reader does: UTF-8, UTF-16 or Windows-1252. */
export const decodeFile = (bytes: Uint8Array): string => rules.decodeFile(bytes);

/** A game as PGN. Throws one clear sentence if a move is not legal. */
export const writePgn = (record: rules.Record, language: string): string => rules.writePgn(record, language);

/** The FEN of a line of FEN or EPD; a line that is neither is returned as it is. */
export const epdToFen = (line: string): string => rules.epdToFen(line);

/** The facts of a FEN, whether or not they make a position. Throws one clear sentence if it cannot be read. */
export const readDraft = (variant: string, fen: string, language: string): rules.Draft =>
  rules.readDraft(variant, fen, language);

/** The FEN of a draft. */
export const writeDraft = (variant: string, draft: rules.Draft): string => rules.writeDraft(variant, draft);
