//! Times in the fields of a form, in the visitor's time zone.

/** Returns a time as a field for dates and times has it. */
export function fieldOf(at: number | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the time in a field; undefined if it is empty. */
export function timeIn(field: string): number | undefined {
  const at = new Date(field).getTime();
  return Number.isNaN(at) ? undefined : at;
}
