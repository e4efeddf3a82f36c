//! A game as PGN asks for it: with the seven tag pairs that every record has.
import type { GameRecord, Header } from '../../../game/record';
import type { Record as WireRecord } from '../../../lib/rules';

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
