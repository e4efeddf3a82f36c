//! The opening books: static files, fetched when a variant is first played or analyzed.

const ADDRESSES = import.meta.glob<string>('../../../crates/variants/src/*/book/*.book', {
  query: '?url',
  import: 'default',
  eager: true,
});

const files = new Map(
  Object.entries(ADDRESSES).map(([path, address]) => [path.replace(/^.*\/|\.book$/g, ''), address]),
);

/** Fetches the text of a variant's book; undefined if there is none. Rejects if the download fails. */
export async function fetchBook(variant: string): Promise<string | undefined> {
  const address = files.get(variant);
  if (!address) return undefined;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  return response.text();
}
