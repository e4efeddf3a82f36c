//! Packs the data that the app shows before the rules are loaded: the catalog, rule books, pictures, and task names,
//! in each language. The rules generate it at build time, so that both agree.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';

import type * as Rules from '../src/pkg/rules/rules.js';
import { diagramsOf, picturesOf, startOf } from './pictures.ts';

type Package = typeof Rules;

/** The packable data, and the code of each module. Any text after a slash in the name is an argument. */
const PACKED: Record<string, (rules: Package, ...args: string[]) => string> = {
  'virtual:catalogs': (rules) => loaders(rules.languages(), (language) => ['virtual:catalog', language]),
  'virtual:catalog': (rules, language = '') => packed(rules.catalog(language)),
  'virtual:pictures': (rules) => packed(picturesOf(rules)),
  'virtual:tasks': (rules) => packed(tasksOf(rules)),
  'virtual:books': (rules) => {
    const ids = firstAlike(rules);
    return loaders(
      rules.languages().flatMap((language) => Object.keys(ids).map((id) => `${language}/${id}`)),
      (name) => {
        const [language = '', id = ''] = name.split('/');
        return ['virtual:book', language, ids[id] ?? id];
      },
    );
  },
  'virtual:book': (rules, language = '', id = '') => packed(bookOf(rules, id, language)),
  'virtual:diagrams': (rules) => {
    const ids = firstAlike(rules);
    return loaders(Object.keys(ids), (id) => ['virtual:diagram', ids[id] ?? id]);
  },
  'virtual:starts': (rules) =>
    loaders(
      rules.catalog(LANGUAGE).map(({ id }) => id),
      (id) => ['virtual:start', id],
    ),
  'virtual:start': (rules, id = '') => packed(startOf(rules, id)),
  'virtual:diagram': (rules, id = '') => packed(diagramsOf(rules, id)),
};
// Marks a module without a file, by the convention of bundlers.
const MARK = '\0';

/** Returns the started rules package. */
async function started(folder: string): Promise<Package> {
  const [code, wasm] = [join(folder, 'rules.js'), join(folder, 'rules_bg.wasm')];
  try {
    // The same address would return the same module, even after the rules have changed.
    const version = (await stat(wasm)).mtimeMs;
    const rules = (await import(/* @vite-ignore */ `${pathToFileURL(code).href}?${version}`)) as Package;
    rules.initSync({ module: await readFile(wasm) });
    return rules;
  } catch (cause) {
    throw new Error(`the rules in ${folder} do not start; scripts/wasm.sh builds them`, { cause });
  }
}

const isOurs = (id: string): boolean => (id.split('/', 1)[0] ?? '') in PACKED;

const packed = (value: unknown): string =>
  `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;

/** Generates a table of functions, each of which loads a module by name. */
function loaders(names: readonly string[], moduleOf: (name: string) => string[]): string {
  const lines = names.map(
    (name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(moduleOf(name).join('/'))})`,
  );
  return `export default { ${lines.join(', ')} };`;
}

// Task names are independent of the language.
const LANGUAGE = 'en';

const tasksOf = (rules: Package): Record<string, string[]> =>
  Object.fromEntries(
    rules.catalog(LANGUAGE).map(({ id }) => [id, rules.lesson(id, LANGUAGE).map(({ name }) => name)]),
  );

const bookOf = (rules: Package, id: string, language: string) => ({
  rules: rules.rules(id, language),
  rulings: rules.rulings(id, language),
});

/** Returns, for every variant, the first one with the same book, because options of a variant share it. */
function firstAlike(rules: Package): Record<string, string> {
  const firsts = new Map<string, string>();
  const pairs = rules.catalog(LANGUAGE).map(({ id }): [string, string] => {
    const book = JSON.stringify(bookOf(rules, id, LANGUAGE));
    if (!firsts.has(book)) firsts.set(book, id);
    return [id, firsts.get(book) ?? id];
  });
  return Object.fromEntries(pairs);
}

function codeOf(module: string, rules: Package): string {
  const [name = '', ...args] = module.split('/');
  const code = PACKED[name];
  if (!code) throw new Error(`nothing is packed as ${module}`);
  return code(rules, ...args);
}

/** Provides the modules of `packed.d.ts`. */
export function catalog(): Plugin {
  let folder = '';
  return {
    name: 'faraday:catalog',
    configResolved({ root }) {
      folder = join(root, 'src/pkg/rules');
    },
    resolveId: (id) => (isOurs(id) ? MARK + id : undefined),
    async load(id) {
      if (!id.startsWith(MARK) || !isOurs(id.slice(MARK.length))) return;
      this.addWatchFile(join(folder, 'rules_bg.wasm'));
      return codeOf(id.slice(MARK.length), await started(folder));
    },
  };
}
