import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import packages from '../../../package.json';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const nameIn = (text: string): string => text.toLowerCase().replace(/\.js$/, '');

const credited = [...read('./About.svelte').matchAll(/name: '([^']+)', license:/g)].map(([, name = '']) =>
  nameIn(name),
);
const carried = read('../../../../THIRD-PARTY-NOTICES.txt')
  .split('\n')
  .filter((line) => /^(crate|npm|other) {2}/.test(line))
  .map((line) => nameIn(line.split(/ +/)[1] ?? ''));

describe('About credits', () => {
  it('nothing that is not there', () => {
    for (const name of credited.filter((name) => name !== 'faraday')) expect(carried).toContain(name);
  });

  it('every package that the page depends on', () => {
    for (const name of Object.keys(packages.dependencies)) expect(credited).toContain(name);
  });
});
