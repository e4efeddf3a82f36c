//! The networks that evaluate positions: files of the page, fetched when an engine first plays their game.

const ADDRESSES = import.meta.glob<string>('../../../../crates/variants/src/*/*.nnue', {
  query: '?url',
  import: 'default',
  eager: true,
});

const files = new Map(
  Object.entries(ADDRESSES).map(([path, address]) => [path.replace(/^.*\/|\.nnue$/g, ''), address]),
);

/** The network of an id; none where there is none or it cannot be had, and the engine evaluates without. */
export async function fetchNetwork(id: string): Promise<Uint8Array | undefined> {
  const address = files.get(id);
  if (!address) return undefined;
  try {
    const response = await fetch(address);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}
