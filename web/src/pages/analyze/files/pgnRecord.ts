//! Preparation of a record for PGN export, with the seven-tag roster.
import type { GameRecord, Header } from '../../../game/record';
import type { Record as WireRecord } from '../../../lib/rules';
import type { Verdict } from '../evaluation/verdicts';
import { isJudging, NAG_OF } from '../moves/nags';

const ROSTER: readonly Header[] = [
  ['Event', '?'],
  ['Site', '?'],
  ['Date', '????.??.??'],
  ['Round', '?'],
  ['White', '?'],
  ['Black', '?'],
];

/** Returns the record with missing tags of the roster filled in, in the format of the rules. */
export function pgnRecord(record: GameRecord): WireRecord {
  const given = new Map(record.headers);
  const roster = ROSTER.map(([name, value]): Header => [name, given.get(name) ?? value]);
  const named = new Set(ROSTER.map(([name]) => name));
  const others = record.headers.filter(([name]) => !named.has(name));
  return { ...record, headers: [...roster, ...others] } as unknown as WireRecord;
}

/**
 * Returns the record with the engine's verdicts as glyphs on the main line, except for moves that have an assessment.
 */
export function withJudgments(record: GameRecord, verdicts: readonly (Verdict | undefined)[]): GameRecord {
  const moves = record.moves.map((move, at) => {
    const verdict = verdicts[at];
    const nags = move.nags ?? [];
    return verdict && !nags.some(isJudging) ? { ...move, nags: [NAG_OF[verdict], ...nags] } : move;
  });
  return { ...record, moves };
}
