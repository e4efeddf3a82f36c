//! Codes of an authenticator app.
import { createHmac } from 'node:crypto';

import type { Page } from '@playwright/test';

const STEP_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes Base32 (RFC 4648). */
function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (char) => ALPHABET.indexOf(char).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** Returns the code of an authenticator app (RFC 6238), some steps after the current one. */
export function codeOf(secret: string, later: number): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + later));
  const mac = createHmac('sha1', bytesOf(secret)).update(step).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Waits until the current step lasts long enough for the next actions. */
export async function atStart(page: Page): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < 12_000) await page.waitForTimeout(left);
}
