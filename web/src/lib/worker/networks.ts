//! The evaluation networks: static files, fetched when an engine first plays their variant.

const ADDRESSES = import.meta.glob<string>('../../../../crates/variants/src/*/*.nnue', {
  query: '?url',
  import: 'default',
  eager: true,
});

const files = new Map(
  Object.entries(ADDRESSES).map(([path, address]) => [path.replace(/^.*\/|\.nnue$/g, ''), address]),
);

/** Fetches the network with an id; undefined if there is none. Rejects if the download fails. */
export async function fetchNetwork(id: string): Promise<Uint8Array | undefined> {
  const address = files.get(id);
  if (!address) return undefined;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  return new Uint8Array(await response.arrayBuffer());
}
