//! Generates `licenses.txt`: Faraday's own license, followed by the notices of third-party code. The build fails if a
//! bundled package has no notice. `make licenses` writes the notices.
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Plugin } from 'vite';

interface Package {
  kind: 'npm';
  name: string;
  version: string;
  license: string;
  authors: string[];
  folder: string;
  carriedBy: ['page'];
}

/** The relevant fields of a `package.json`. */
interface Manifest {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
}

/** If set, the list of packages is written to this file instead of being checked. */
const LIST = process.env.LICENSES_LIST;

// Code injected by these tools has no file; its modules are named by the convention of bundlers.
const HELPERS = /^\0(vite|rolldown)\//;
const INSTALLED = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;

/** Returns the folder of the package that a module belongs to, or undefined for our own code. */
function folderOf(id: string, root: string): string | undefined {
  const [, helper] = HELPERS.exec(id) ?? [];
  return helper === undefined ? INSTALLED.exec(id)?.[1] : join(root, 'node_modules', helper);
}

function packageIn(folder: string): Package {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { name, version, license, author } = JSON.parse(text) as Manifest;
  const holder = typeof author === 'object' ? author.name : author;
  const authors = holder === undefined ? [] : [holder];
  return { kind: 'npm', name, version, license, authors, folder, carriedBy: ['page'] };
}

/** Returns the plugins for the page and for its workers, which are bundled separately and earlier. */
export function licenses(): { page: Plugin; worker: () => Plugin } {
  const folders = new Set<string>();
  let root = '';
  const collect: Plugin = {
    name: 'faraday:carried',
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const id of chunks.flatMap((chunk) => chunk.moduleIds)) {
        const folder = folderOf(id, root);
        if (folder !== undefined) folders.add(folder);
      }
    },
  };
  const page: Plugin = {
    ...collect,
    name: 'faraday:licenses',
    apply: 'build',
    async generateBundle(options, bundle, isWrite) {
      if (typeof collect.generateBundle === 'function')
        await collect.generateBundle.call(this, options, bundle, isWrite);
      const packages = [...folders].sort().map(packageIn);
      const notices = await readFile(join(root, '../THIRD-PARTY-NOTICES.txt'), 'utf8');
      if (LIST !== undefined) {
        await mkdir(dirname(LIST), { recursive: true });
        await writeFile(LIST, JSON.stringify(packages));
      } else {
        const missing = missingIn(notices, packages);
        if (missing.length > 0) this.error(`no notice of ${missing.join(', ')}: run \`make licenses\``);
      }
      const own = await readFile(join(root, '../LICENSE'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: `${own.trimEnd()}\n\n\n${notices}` });
    },
  };
  return { page, worker: () => ({ ...collect }) };
}

/** Lists the packages that the notices lack or name with another version, and those named but not bundled. */
export function missingIn(notices: string, packages: readonly Pick<Package, 'name' | 'version'>[]): string[] {
  const rows = notices.split('\n').filter((line) => line.startsWith('npm  '));
  const named = rows.map((row) => row.split(/ {2,}/)[1] ?? '');
  const carried = packages.map(({ name, version }) => `${name} ${version}`);
  return [
    ...carried.filter((label) => !named.includes(label)),
    ...named.filter((label) => !carried.includes(label)).map((label) => `${label}, which is not in the page`),
  ];
}
