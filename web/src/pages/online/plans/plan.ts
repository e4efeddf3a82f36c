//! Conditional moves as immutable data: answers to possible moves of the opponent, and their continuations. A path is
//! the moves from the current position of the game, the opponent's first. Works without the rules.
import type { Branch } from '../../../live/http';

export type Branches = readonly Branch[];
/** A sequence of UCI moves. */
export type Path = readonly string[];

/** The server's maximum number of answers. */
export const MOST_ANSWERS = 256;

/** The number of planned lines, and of the player's own moves in the longest one. */
export interface PlanReach {
  readonly lines: number;
  readonly depth: number;
}

const thenOf = (branch: Branch): Branches => branch.then ?? [];

/** Returns the branch at the end of a path; undefined if it ends with a move of the opponent, or is not planned. */
export function branchAt(branches: Branches, [expected, answer, ...rest]: Path): Branch | undefined {
  const found = branches.find((branch) => branch.expected === expected && branch.answer === answer);
  return found && rest.length > 0 ? branchAt(thenOf(found), rest) : found;
}

/** Returns the answer to the last move of a path, which is the opponent's. */
export function answerTo(branches: Branches, path: Path): string | undefined {
  const here = path.length > 1 ? branchAt(branches, path.slice(0, -1)) : undefined;
  const after = path.length > 1 ? (here ? thenOf(here) : []) : branches;
  return after.find(({ expected }) => expected === path.at(-1))?.answer;
}

/**
 * Returns the plan with a line added. A last move without an answer is dropped. A different answer to the same move
 * replaces the earlier one and its continuations.
 */
export function withLine(branches: Branches, [expected, answer, ...rest]: Path): Branches {
  if (expected === undefined || answer === undefined) return branches;
  const at = branches.findIndex((branch) => branch.expected === expected);
  const old = branches[at];
  const kept = old?.answer === answer ? thenOf(old) : [];
  const branch = branchOf(expected, answer, withLine(kept, rest));
  return at < 0 ? [...branches, branch] : branches.map((other, place) => (place === at ? branch : other));
}

/** Returns the plan without the answer at the end of a path and its continuations. */
export function withoutLine(branches: Branches, [expected, answer, ...rest]: Path): Branches {
  const isMeant = (branch: Branch): boolean => branch.expected === expected && branch.answer === answer;
  if (rest.length === 0) return branches.filter((branch) => !isMeant(branch));
  return branches.map((branch) =>
    isMeant(branch) ? branchOf(branch.expected, branch.answer, withoutLine(thenOf(branch), rest)) : branch,
  );
}

/** Returns every line from the first move to the last answer, in the order of the plan. */
export const linesOf = (branches: Branches): Path[] =>
  branches.flatMap((branch) => {
    const own = [branch.expected, branch.answer];
    const further = linesOf(thenOf(branch));
    return further.length > 0 ? further.map((line) => [...own, ...line]) : [own];
  });

/** Returns the reach of a plan. */
export function reachOf(branches: Branches): PlanReach {
  const lines = linesOf(branches);
  return { lines: lines.length, depth: Math.max(0, ...lines.map(({ length }) => length / 2)) };
}

const startsWith = (line: Path, start: Path): boolean => start.every((uci, at) => line[at] === uci);

/** Returns the point at which a line leaves all others: the path to its first answer that no other line shares. */
export function partingOf(lines: readonly Path[], line: Path): Path {
  const others = lines.filter((other) => other !== line);
  for (let length = 2; length < line.length; length += 2) {
    const start = line.slice(0, length);
    if (!others.some((other) => startsWith(other, start))) return start;
  }
  return line;
}

/** Returns the number of answers. */
export const countOf = (branches: Branches): number =>
  branches.reduce((sum, branch) => sum + 1 + countOf(thenOf(branch)), 0);

/** Returns true if two plans are equal. */
export const isSame = (one: Branches, other: Branches): boolean =>
  one.length === other.length &&
  one.every((branch) => {
    const twin = other.find(({ expected }) => expected === branch.expected);
    return twin?.answer === branch.answer && isSame(thenOf(branch), thenOf(twin));
  });

const branchOf = (expected: string, answer: string, then: Branches): Branch =>
  then.length > 0 ? { expected, answer, then: [...then] } : { expected, answer };
