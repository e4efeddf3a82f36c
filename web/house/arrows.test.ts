//! Checks the imports between the parts of the app: only permitted ones, and no cycles.
import { describe, expect, it } from 'vitest';

import { importsOf, sources, type Import } from './sources';

/** The parts of the app, and the other parts that each may import. */
const MAY_KNOW: Record<string, readonly string[]> = {
  pkg: [],
  messages: [],
  lib: ['pkg'],
  game: ['lib', 'pkg'],
  base: ['lib', 'pkg', 'messages'],
  shell: ['lib', 'base'],
  // A board gets everything else from its environment, so that any application can embed one.
  board: ['lib', 'messages'],
  export: ['lib', 'board', 'base'],
  table: ['lib', 'game', 'base', 'shell', 'board'],
  endgames: ['lib', 'base'],
  cards: ['lib', 'base', 'board'],
  live: ['lib', 'game', 'base', 'shell', 'export'],
  inbox: ['lib', 'game', 'base', 'shell', 'live'],
  profile: ['lib', 'base', 'live'],
  ratings: ['lib', 'base', 'live', 'profile'],
  lobby: ['lib', 'game', 'base', 'shell', 'live', 'ratings'],
  account: ['lib', 'base', 'shell', 'export', 'live', 'inbox', 'profile'],
  pages: [
    'lib',
    'game',
    'base',
    'shell',
    'board',
    'export',
    'table',
    'live',
    'inbox',
    'account',
    'profile',
    'ratings',
    'lobby',
    'endgames',
    'cards',
  ],
};

const all: Import[] = sources(/^src\/.*\.(ts|svelte)$/).flatMap(importsOf);
const inside = all.filter(({ from, to }) => /^src\/.+\//.test(from) && /^src\/.+\//.test(to));

const partOf = (path: string): string => path.split('/')[1] ?? '';
const pageOf = (path: string): string | undefined => /^src\/pages\/([^/]+)\//.exec(path)?.[1];
const asText = ({ from, to }: Import): string => `${from} → ${to}`;

describe('the parts of the page', () => {
  it('know only what lies below them', () => {
    const isForbidden = ({ from, to, when }: Import): boolean => {
      const [part, other] = [partOf(from), partOf(to)];
      // The list of all pages is the only import from a lower part, and it must be a dynamic one.
      if (from === 'src/shell/pages.ts' && other === 'pages') return when === 'at once';
      // Tests of any part may start the rules.
      if (from.endsWith('.test.ts') && to === 'src/game/testing/rules') return false;
      return part !== other && !MAY_KNOW[part]?.includes(other);
    };
    expect(inside.filter(isForbidden).map(asText)).toEqual([]);
  });

  it('are all named here', () => {
    expect(new Set(inside.map(({ from }) => partOf(from)).filter((part) => !(part in MAY_KNOW)))).toEqual(
      new Set(),
    );
  });

  it('do not reach from one page into another', () => {
    const between = inside.filter(({ from, to }) => {
      const [page, other] = [pageOf(from), pageOf(to)];
      return page !== undefined && other !== undefined && page !== other;
    });
    expect(between.map(asText)).toEqual([]);
  });

  it('leave the package of the rules to the module of the rules', () => {
    const uses = all.filter(({ to }) => to.startsWith('src/pkg/rules/'));
    expect([...new Set(uses.map(({ from }) => from))].sort()).toEqual([
      'src/base/rulesFile.ts',
      'src/game/testing/rules.ts',
      'src/lib/rules.ts',
    ]);
  });
});

describe('imports', () => {
  it('go in no circle', () => {
    const known = new Set(sources(/\.(ts|svelte)$/).map(({ path }) => path));
    const found = (path: string): string | undefined =>
      [path, `${path}.ts`, `${path}.svelte`].find((name) => known.has(name));
    const next = new Map<string, string[]>();
    for (const { from, to, when } of all) {
      const file = found(to);
      // A component that renders itself is not a cycle of modules.
      if (when === 'later' || file === undefined || file === from) continue;
      next.set(from, [...(next.get(from) ?? []), file]);
    }
    expect(circle(next)).toBeUndefined();
  });
});

/** Returns an import path that leads back to its beginning. */
function circle(next: ReadonlyMap<string, readonly string[]>): string | undefined {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): string | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(' → ');
    if (done.has(file)) return undefined;
    way.push(file);
    for (const one of next.get(file) ?? []) {
      const found = visit(one);
      if (found !== undefined) return found;
    }
    way.pop();
    done.add(file);
    return undefined;
  };
  for (const file of next.keys()) {
    const found = visit(file);
    if (found !== undefined) return found;
  }
  return undefined;
}
