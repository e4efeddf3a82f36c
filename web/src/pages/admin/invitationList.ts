//! The list of names to invite, and the links to hand out as a CSV file.
import type { AccountLink } from './http';

/** The maximum number of names that the server accepts at once. */
export const MOST_NAMES = 200;

/** Returns the names in a pasted list: one per line, without empty lines and repeated names. */
export function namesIn(text: string): string[] {
  const names = new Map<string, string>();
  for (const line of text.split(/[\r\n,;\t]+/)) {
    const name = line.trim();
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

/** Returns the name of the file with the links: the club and the date, in characters that every system allows. */
export function fileName(club: string, at: Date): string {
  const words = club
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const date = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${['invitations', ...words.filter(Boolean), ...date].join('-')}.csv`;
}

/** Quotes a cell. Spreadsheets would run one that begins with one of these characters as a formula. */
const cell = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

/** Returns links as CSV (RFC 4180) with a header. */
export function csvOf(links: readonly AccountLink[], header: readonly [string, string, string]): string {
  const rows = links.map(({ name = '', url, endsAt }) => [name, url, new Date(endsAt).toISOString()]);
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
