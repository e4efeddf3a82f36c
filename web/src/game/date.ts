//! Dates in PGN form: `2026.11.21`, with question marks for unknown parts.

const DATE = /^(\d{4}|\?{4})(?:[.-](\d{1,2}|\?\?))?(?:[.-](\d{1,2}|\?\?))?$/;

const isWithin = (part: string, most: number): boolean =>
  part.startsWith('?') || (Number(part) >= 1 && Number(part) <= most);

/** Converts a date, whose last parts may be missing, to PGN form. Returns undefined if it is not a date. */
export function readDate(text: string): string | undefined {
  const parts = DATE.exec(text.trim());
  if (!parts) return undefined;
  const [, year = '', month = '??', day = '??'] = parts;
  if (!isWithin(month, 12) || !isWithin(day, 31)) return undefined;
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('.');
}
