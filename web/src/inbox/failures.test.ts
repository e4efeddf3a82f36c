import { beforeEach, describe, expect, it } from 'vitest';

import { LANGUAGES } from '../base/languages';
import { loadTexts } from '../base/messages.svelte';
import { mailFailure, pushFailure } from './failures';
import type { DeliveryFailure } from './http';

const KINDS = ['busy', 'timed-out', 'refused', 'unreachable', 'invalid', 'misconfigured', 'unknown'] as const;
const failure = (kind: string, detail?: string): DeliveryFailure => ({
  kind: kind as DeliveryFailure['kind'],
  ...(detail !== undefined && { detail }),
});

beforeEach(() => {
  // The code reads the language from the document.
  Object.assign(globalThis, { document: { documentElement: {} } });
});

describe.each(LANGUAGES)('in %s', (language) => {
  beforeEach(async () => (await loadTexts(language))());

  it('each reason has a text of its own, without the English detail', () => {
    const texts = KINDS.map((kind) => pushFailure(failure(kind, 'detail')));
    expect(new Set(texts).size).toBe(KINDS.length);
    expect(texts.filter((text) => text.includes('detail'))).toEqual([
      pushFailure(failure('refused', 'detail')),
    ]);
    const mails = KINDS.map((kind) => mailFailure(failure(kind)));
    expect(new Set(mails).size).toBe(5);
    for (const text of [...texts, ...mails]) expect(text).not.toMatch(/[{}]|inbox\./);
  });

  it('the answer of a service is quoted', () => {
    expect(pushFailure(failure('refused', '403 bad key'))).toContain('(403 bad key)');
    expect(mailFailure(failure('refused', '550'))).toContain('(550)');
  });

  it('a reason of a newer server is unknown', () => {
    expect(pushFailure(failure('later'))).toBe(pushFailure(failure('unknown')));
    expect(mailFailure(failure('later'))).toBe(mailFailure(failure('unknown')));
  });
});
