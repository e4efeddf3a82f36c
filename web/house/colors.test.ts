//! Checks that colors are defined only in the design tokens. Code that draws without CSS reads them from there.
import { expect, it } from 'vitest';

import { sources } from './sources';

const TOKENS = ['src/base/tokens.css', 'src/base/boards.css'];
/** A hexadecimal color. After a word character, `&`, `/` or `.`, a hash is a private name or part of an address. */
const COLOR = /(?<![\w&/.])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!\()/gi;

it('colors are written down as tokens only', () => {
  const raw = sources(/^src\/.*\.(ts|svelte|css)$/)
    .filter(({ path }) => !TOKENS.includes(path) && !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) => (text.match(COLOR) ?? []).map((color) => `${path}: ${color}`));
  expect(raw).toEqual([]);
});

it('tokens that are used exist', () => {
  const files = sources(/^src\/.*\.(ts|svelte|css)$/);
  const set = new Set(files.flatMap(({ text }) => text.match(/--[\w-]+(?=['"]?\]?\s*[:=}])/g) ?? []));
  const used = files.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)[,)]/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(used.filter(({ name }) => !set.has(name)).map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
