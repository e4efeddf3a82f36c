//! Lists the source files of the app, for the repository checks.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = [/^src\/pkg\//, /^src\/lib\/api\/schema\.ts$/];
const FOLDERS = ['src', 'tests', 'build', 'house'];

export interface Source {
  /** The path relative to `web`, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Returns all handwritten files with a matching path. */
export function sources(endings: RegExp): Source[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      [folder, ...file.split(/[/\\]/)].join('/'),
    ),
  );
  return paths
    .filter((path) => endings.test(path) && !GENERATED.some((made) => made.test(path)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

export interface Import {
  readonly from: string;
  /** The path relative to `web` as it is written, sometimes without its extension. */
  readonly to: string;
  /** `later` for a dynamic import. */
  readonly when: 'at once' | 'later';
}

const IMPORTS = /\bfrom\s+'(?<at>\.[^']*)'|^\s*import\s+'(?<bare>\.[^']*)'|\bimport\('(?<later>\.[^']*)'\)/gm;

/** Returns the imports of other files of the app. */
export function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(IMPORTS)].map(({ groups = {} }) => {
    const written = groups['at'] ?? groups['bare'] ?? groups['later'] ?? '';
    const to = posix.normalize(posix.join(dirname(path), written));
    return { from: path, to, when: groups['later'] === undefined ? 'at once' : 'later' };
  });
}
