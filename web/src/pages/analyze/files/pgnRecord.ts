//! A game as PGN asks for it: with the seven tag pairs that every record has.
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

/** The record with what the roster lacks filled in, as the rules write it. */
export function pgnRecord(record: GameRecord): WireRecord {
  const given = new Map(record.headers);
  const roster = ROSTER.map(([name, value]): Header => [name, given.get(name) ?? value]);
  const named = new Set(ROSTER.map(([name]) => name));
  const others = record.headers.filter(([name]) => !named.has(name));
  return { ...record, headers: [...roster, ...others] } as unknown as WireRecord;
}

/** The record with the engine's judgements as glyphs of the moves of its main line, but for those that somebody has
 *  judged already. */
export function withJudgements(record: GameRecord, verdicts: readonly (Verdict | undefined)[]): GameRecord {
  const moves = record.moves.map((move, at) => {
    const verdict = verdicts[at];
    const nags = move.nags ?? [];
    return verdict && !nags.some(isJudging) ? { ...move, nags: [NAG_OF[verdict], ...nags] } : move;
  });
  return { ...record, moves };
}
