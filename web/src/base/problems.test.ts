/// <reference types="node" />
import { readFileSync } from 'node:fs';

import { beforeEach, describe, expect, it } from 'vitest';

import { ApiError, failureOf, type Problem } from '../lib/api/failure';
import { sentence } from './errors';
import { LANGUAGES } from './languages';
import { loadTexts, t } from './messages.svelte';

type Lists = Record<'ProblemKind' | 'NotNowReason', { enum: string[] }>;
const description = JSON.parse(readFileSync('../crates/server/openapi.json', 'utf8')) as {
  components: { schemas: Lists };
};
const { ProblemKind, NotNowReason } = description.components.schemas;

const DETAIL = 'what the server says in English';
const said = (told: object): string => {
  const problem = { type: '', title: '', status: 400, detail: DETAIL, ...told } as Problem;
  return sentence(new ApiError({ kind: 'problem', problem }));
};

beforeEach(() => {
  // The code reads the language from the document.
  Object.assign(globalThis, { document: { documentElement: {} } });
});

describe.each(LANGUAGES)('in %s', (language) => {
  beforeEach(async () => (await loadTexts(language))());

  it.each(ProblemKind.enum)('the page has a sentence of its own for the problem `%s`', (kind) => {
    expect(said({ kind })).toMatch(/^\p{Lu}.*( .*)+[.!_]$/u);
    expect(said({ kind })).not.toContain(DETAIL);
  });

  it('a limit of each hour says how many minutes to wait', async () => {
    const body = { type: '', kind: 'too-many-requests', title: '', status: 429, detail: DETAIL };
    const later = async (seconds: string) =>
      sentence(new ApiError(await failureOf(Response.json(body, { headers: { 'retry-after': seconds } }))));
    expect(await later('1')).toBe(t('problem.often'));
    expect(await later('60')).toContain(' 1 ');
    expect(await later('3584')).toContain(' 60 ');
    expect(await later('3584')).not.toBe(await later('60'));
  });

  it('a game says for each reason why something is not possible now', () => {
    const sentences = NotNowReason.enum.map((reason) => said({ kind: 'not-now', reason, remaining: 12 }));
    for (const one of sentences) expect(one).toMatch(/^\p{Lu}.* .*\.$/u);
    expect(new Set([...sentences, t('problem.notNow')]).size).toBe(NotNowReason.enum.length + 1);
    expect(sentences.filter((one) => one.includes('12'))).toHaveLength(3);
  });

  it('a wait is named in minutes, hours, or days', () => {
    const wait = (remaining: number) => said({ kind: 'not-now', reason: 'wait', remaining });
    expect(
      [1, 60, 61, 7200, 7201, 172_800, 172_801].map((seconds) => /\d+/.exec(wait(seconds))?.[0]),
    ).toEqual(['1', '1', '2', '120', '3', '48', '3']);
    expect(new Set([60, 3 * 3600, 172_801].map((seconds) => wait(seconds).replace(/\d+/, ''))).size).toBe(3);
  });

  it('a server that cannot be reached, and what is none, are told of', () => {
    expect(sentence(new ApiError({ kind: 'gone' }))).toBe(t('problem.gone'));
    expect(sentence(new ApiError({ kind: 'strange', status: 502 }))).toContain('502');
  });
});

describe('a German page', () => {
  beforeEach(async () => (await loadTexts('de'))());

  it('speaks German', () => {
    expect(said({ kind: 'not-now', reason: 'no-offer' })).toBe('Dieses Angebot ist nicht mehr offen.');
    expect(said({ kind: 'not-now', reason: 'too-soon', remaining: 1 })).toBe(
      'In 1 Zug kannst du wieder Remis anbieten.',
    );
    expect(said({ kind: 'bad-move', rule: 'C.2' })).toBe('Dieser Zug ist nach Regel C.2 regelwidrig.');
  });

  it('tells in the words of the server what only a newer page knows', () => {
    expect(said({ kind: 'brand-new', detail: 'no `tea`' })).toBe('No „tea“.');
    expect(said({ kind: 'not-now', reason: 'brand-new' })).toBe('Das geht gerade nicht.');
  });
});
