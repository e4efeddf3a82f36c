//! Formats the file of notices: a table of the components, then each text once with the components that it covers.
import { trimmed } from './texts.js';

/** @typedef {{ kind: string, name: string, version?: string, license: string, carriedBy: string[], texts: string[] }} Component */

const RULE = '='.repeat(80);
const byCode = (a, b) => (a < b ? -1 : Number(a > b));
const labelOf = ({ name, version }) => [name, version].filter(Boolean).join(' ');

// Texts that differ only in whitespace, punctuation, or case count as the same.
const keyOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

function table(components) {
  const rows = components.map((component) => [
    component.kind,
    labelOf(component),
    // A slash is an older notation for `OR`.
    component.license.replaceAll('/', ' OR '),
    component.carriedBy.join(', '),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function groups(components) {
  const byKey = new Map();
  for (const component of components) {
    for (const text of component.texts) {
      const group = byKey.get(keyOf(text)) ?? { text, covers: new Set() };
      group.covers.add(labelOf(component));
      byKey.set(keyOf(text), group);
    }
  }
  return [...byKey.values()].flatMap(({ text, covers }) => [RULE, ...covers, RULE, '', text, '']);
}

/**
 * Returns the content of the file.
 * @param {string} head
 * @param {Component[]} components
 */
export function notices(head, components) {
  const sorted = components.toSorted(
    (a, b) => byCode(a.kind, b.kind) || byCode(a.name, b.name) || byCode(labelOf(a), labelOf(b)),
  );
  return [trimmed(head), '', ...table(sorted), '', ...groups(sorted)].join('\n');
}
