//! Packs what the page shows before the rules have arrived: their catalog, a file for each of their languages, and the
//! pictures of the games. The rules themselves are run for it, so that both say the same.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Plugin } from 'vite';

import type * as Rules from '../src/pkg/rules/rules.js';
import { picturesOf } from './pictures.ts';

const CATALOGS = 'virtual:catalogs';
const CATALOG = 'virtual:catalog-';
const PICTURES = 'virtual:pictures';
// Marks a module that is no file, by the convention of bundlers.
const MARK = '\0';

type Package = typeof Rules;

/** The package of the rules, started. */
async function started(folder: string): Promise<Package> {
  const [code, wasm] = [join(folder, 'rules.js'), join(folder, 'rules_bg.wasm')];
  try {
    // The same address would be the same module, even after the rules have changed.
    const version = (await stat(wasm)).mtimeMs;
    const rules = (await import(/* @vite-ignore */ `${pathToFileURL(code).href}?${version}`)) as Package;
    rules.initSync({ module: await readFile(wasm) });
    return rules;
  } catch (cause) {
    throw new Error(`the rules in ${folder} do not start; scripts/wasm.sh builds them`, { cause });
  }
}

const isOurs = (id: string): boolean => id === CATALOGS || id === PICTURES || id.startsWith(CATALOG);

const packed = (value: unknown): string =>
  `export default JSON.parse(${JSON.stringify(JSON.stringify(value))});`;

function codeOf(module: string, rules: Package): string {
  if (module === PICTURES) return packed(picturesOf(rules));
  if (module !== CATALOGS) return packed(rules.catalog(module.slice(CATALOG.length)));
  const loaders = rules
    .languages()
    .map((language) => `${JSON.stringify(language)}: () => import('${CATALOG}${language}')`);
  return `export default { ${loaders.join(', ')} };`;
}

/** Gives the page `virtual:catalogs` and `virtual:pictures`. */
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
