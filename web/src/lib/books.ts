//! The opening books: files of the page, fetched when a game is first played or looked at.

const ADDRESSES = import.meta.glob<string>('../../../crates/variants/src/*/book/*.book', {
  query: '?url',
  import: 'default',
  eager: true,
});

const files = new Map(
  Object.entries(ADDRESSES).map(([path, address]) => [path.replace(/^.*\/|\.book$/g, ''), address]),
);

/** The text of a variant's book; undefined where there is none. Rejects if it cannot be had. */
export async function fetchBook(variant: string): Promise<string | undefined> {
  const address = files.get(variant);
  if (!address) return undefined;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  return response.text();
}
