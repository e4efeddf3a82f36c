//! Dates as PGN writes them: `2026.11.21`, with question marks for what is not known.

const DATE = /^(\d{4}|\?{4})(?:[.-](\d{1,2}|\?\?))?(?:[.-](\d{1,2}|\?\?))?$/;

const isWithin = (part: string, most: number): boolean =>
  part.startsWith('?') || (Number(part) >= 1 && Number(part) <= most);

/** A date as PGN writes it, from one that may lack its end; undefined if it is none. */
export function readDate(text: string): string | undefined {
  const parts = DATE.exec(text.trim());
  if (!parts) return undefined;
  const [, year = '', month = '??', day = '??'] = parts;
  if (!isWithin(month, 12) || !isWithin(day, 31)) return undefined;
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('.');
}
