//! Writes the notices of all that is carried by what Faraday hands out: `node scripts/licenses/main.js PACKAGES`, where
//! PACKAGES is the list of npm packages that the build of the page has written. The texts are those of the sources that
//! cargo and npm have fetched, so the same locks give the same files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { crates } from './crates.js';
import { notices } from './notices.js';
import { pick } from './spdx.js';
import { textsOf, trimmed } from './texts.js';

const ROOT = join(import.meta.dirname, '../../..');
const FILE = 'THIRD-PARTY-NOTICES.txt';

const HEAD = `Third-party notices

Faraday carries the work of others, under the licenses below. First the list: what it is, its version, its licenses, and
where it is: in the program, in the page, in the npm package, in the wheel for Python. Then each text, once, below the names
of those it covers. Made by \`make licenses\`.`;

const HEAD_OF_PACKAGE = `Third-party notices

This package carries the work of others, under the licenses below. First the list: what it is, its version, its licenses,
and where Faraday has it. Then each text, once, below the names of those it covers. Made by \`make licenses\`.`;

/** The licenses of deny.toml, in its order. */
function allowed() {
  const [, list] = /^allow = \[([^\]]*)\]/m.exec(readFileSync(join(ROOT, 'deny.toml'), 'utf8')) ?? [];
  if (list === undefined) throw new Error('deny.toml has no list of allowed licenses');
  return [...list.matchAll(/"([^"]+)"/g)].map(([, license]) => license);
}

/** What neither cargo nor npm knows of. */
function extra() {
  const folder = join(import.meta.dirname, 'extra');
  return readdirSync(folder).map((file) => {
    const [head, ...texts] = readFileSync(join(folder, file), 'utf8').split('\n\n');
    const { name, version, license, ...rest } = Object.fromEntries(
      head.split('\n').map((line) => line.split(': ')),
    );
    const carriedBy = rest['carried by'].split(', ');
    return { kind: 'other', name, version, license, carriedBy, texts: [trimmed(texts.join('\n\n'))] };
  });
}

const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('say where the list of npm packages is');
const licenses = allowed();
const packages = JSON.parse(readFileSync(list, 'utf8'));
const read = [...crates(), ...packages].map((component) => {
  try {
    return { ...component, texts: textsOf(component, pick(component.license, licenses)) };
  } catch (cause) {
    throw new Error(`${component.kind} ${component.name} ${component.version}: ${cause.message}`, { cause });
  }
});
const components = [...read, ...extra()];
writeFileSync(join(ROOT, FILE), notices(HEAD, components));
for (const [folder, artifact] of Object.entries({ npm: 'package', python: 'wheel' })) {
  const carried = components.filter(({ carriedBy }) => carriedBy.includes(artifact));
  writeFileSync(join(ROOT, 'bindings', folder, FILE), notices(HEAD_OF_PACKAGE, carried));
}
