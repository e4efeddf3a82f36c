//! A game in a link: a record and the place in it, packed so that it fits behind `#`.
import type { Color } from '../lib/rules';

import { readRecord, type GameRecord } from './record';

export interface Shared {
  record: GameRecord;
  /** Which child to take at every node on the way to the place that is shown. */
  at: readonly number[];
  /** The side that is shown below. */
  orientation: Color;
}

/** The first letters tell a shared game from an anchor, and this way of packing from later ones. */
const MARK = 'g1.';
/** More than any game that a person would share; a link that unpacks to more is not followed. */
const LIMIT = 2 * 1024 * 1024;

/** Whether what stands behind `#` means to be a shared game. */
export const isShared = (hash: string): boolean => hash.startsWith(MARK);

async function piped(bytes: Uint8Array<ArrayBuffer>, through: TransformStream): Promise<Uint8Array> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(through)
    .getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    chunks.push(step.value);
    length += step.value.length;
    if (length > LIMIT) {
      await reader.cancel();
      throw new RangeError(`more than ${LIMIT} bytes`);
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toText(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** What stands behind `#` in a link to a game. */
export async function packShared({ record, at, orientation }: Shared): Promise<string> {
  const packed = [record, at, ...(orientation === 'black' ? [orientation] : [])];
  const bytes = new TextEncoder().encode(JSON.stringify(packed));
  return MARK + toText(await piped(bytes, new CompressionStream('deflate-raw')));
}

/** The game in a link; undefined if the link is broken. Whether its moves are legal is for the rules to say. */
export async function unpackShared(hash: string): Promise<Shared | undefined> {
  try {
    const packed = toBytes(hash.slice(MARK.length));
    const bytes = await piped(packed, new DecompressionStream('deflate-raw'));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(value)) return undefined;
    const [game, place, side] = value as unknown[];
    const record = readRecord(game);
    const at = Array.isArray(place) ? place.filter((index) => typeof index === 'number') : [];
    return record && { record, at, orientation: side === 'black' ? 'black' : 'white' };
  } catch {
    return undefined;
  }
}
