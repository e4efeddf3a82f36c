//! Game links: a record and the current position in it, compressed to fit into the fragment.
import type { Color } from '../lib/rules';

import { readRecord, type GameRecord } from './record';

export interface Shared {
  record: GameRecord;
  /** The index of the child to take at every node on the path to the current position. */
  at: readonly number[];
  /** The side at the bottom of the board. */
  orientation: Color;
}

/** The prefix distinguishes a shared game from an anchor, and this format from later ones. */
const MARK = 'g1.';
/** More than any game that a person would share. A link that decompresses to more is rejected. */
const LIMIT = 2 * 1024 * 1024;

/** Returns true if a fragment is meant to be a shared game. */
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

/** Encodes a game as a fragment. */
export async function packShared({ record, at, orientation }: Shared): Promise<string> {
  const packed = [record, at, ...(orientation === 'black' ? [orientation] : [])];
  const bytes = new TextEncoder().encode(JSON.stringify(packed));
  return MARK + toText(await piped(bytes, new CompressionStream('deflate-raw')));
}

/**
 * Decodes the game in a fragment. Returns undefined if it is malformed. The rules check whether the moves are legal.
 */
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
