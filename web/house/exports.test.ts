//! Checks that another file uses every export.
import { expect, it } from 'vitest';

import { sources } from './sources';

const EXPORTS = /^export (?:async )?(?:const|function|class) (\w+)/gm;

it('every exported value is used in another file', () => {
  const files = sources(/\.(ts|svelte)$/);
  const unused = files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(EXPORTS)].flatMap(([, name = '']) => {
        const mention = new RegExp(`\\b${name}\\b`);
        return files.some((other) => other.path !== path && mention.test(other.text))
          ? []
          : [`${path}: ${name}`];
      }),
    );
  expect(unused).toEqual([]);
});
