import { describe, expect, it, vi } from 'vitest';

import { pickLanguage } from './languages';
import { formatNumber } from './messages.svelte';

const FILES = import.meta.glob<Record<string, string>>('../messages/*.json', {
  import: 'default',
  eager: true,
});
const english = FILES['../messages/en.json'] ?? {};
const others = Object.entries(FILES).filter(([path]) => !path.endsWith('/en.json'));

const slotsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([slot]) => slot).sort();

/** A key without its plural form, because languages have different forms. */
const stemOf = (key: string): string => key.replace(/\.(zero|one|two|few|many|other)$/, '.other');
const stemsOf = (texts: Record<string, string>): string[] =>
  [...new Set(Object.keys(texts).map(stemOf))].sort();

describe('the message files', () => {
  it('are at least two', () => expect(others.length).toBeGreaterThan(0));

  it.each(others)('%s has the keys of the English file', (_path, texts) => {
    expect(stemsOf(texts)).toEqual(stemsOf(english));
  });

  it.each(others)('%s has the slots of the English file', (_path, texts) => {
    for (const [key, text] of Object.entries(texts)) {
      expect(slotsOf(text), key).toEqual(slotsOf(english[key] ?? english[stemOf(key)] ?? ''));
    }
  });

  it.each(Object.entries(FILES))('%s has a text for every key', (_path, texts) => {
    for (const [key, text] of Object.entries(texts)) expect(text.trim(), key).not.toBe('');
  });

  it.each(Object.entries(FILES))('%s has every plural form of its language', (path, texts) => {
    const tag = path.replace(/^.*\/|\.json$/g, '');
    const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    // English counts have two forms; an `….other` without a `….one` is an ordinary key.
    const isCount = (key: string): boolean => key.replace(/other$/, 'one') in english;
    const stems = Object.keys(texts).filter((key) => key.endsWith('.other') && isCount(key));
    for (const stem of stems) {
      for (const form of forms) expect(texts).toHaveProperty([stem.replace(/other$/, form)]);
    }
  });
});

describe('the language', () => {
  const known = ['de', 'en'];
  it('is the chosen one', () => expect(pickLanguage('de', ['en-US'], known)).toBe('de'));
  it('is else the first that the browser wants and that exists', () =>
    expect(pickLanguage('system', ['fr-CA', 'de-AT', 'en'], known)).toBe('de'));
  it('is else English', () => expect(pickLanguage('system', ['fr', 'ja'], known)).toBe('en'));
  it('is not a stored one that is gone', () => expect(pickLanguage('xx', ['de'], known)).toBe('de'));
});

describe('formatNumber', () => {
  it('makes a format once for all numbers', () => {
    const made: unknown[] = [];
    const Format = Intl.NumberFormat;
    vi.stubGlobal('Intl', {
      ...Intl,
      NumberFormat: class extends Format {
        constructor(...given: ConstructorParameters<typeof Format>) {
          super(...given);
          made.push(given);
        }
      },
    });
    const numbers = [0.5, 0.25, 0.5].map((value) => formatNumber(value, { style: 'percent' }));
    vi.unstubAllGlobals();
    expect(numbers).toEqual(['50%', '25%', '50%']);
    expect(made).toHaveLength(1);
  });

  it('tells formats apart by their options', () => {
    expect(formatNumber(0.5)).toBe('0.5');
    expect(formatNumber(0.5, { minimumFractionDigits: 2 })).toBe('0.50');
  });
});
