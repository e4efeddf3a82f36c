//! The files of the page, as the tests of its house read them.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const GENERATED = [/^src\/pkg\//, /^src\/lib\/api\/schema\.ts$/];
const FOLDERS = ['src', 'tests', 'build', 'house'];

export interface Source {
  /** Its path below `web`, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every file that is written by hand and ends so. */
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
  /** The path below `web`, as it is written: some leave out how the file ends. */
  readonly to: string;
  /** Whether it is fetched only once it is called for. */
  readonly when: 'at once' | 'later';
}

const IMPORTS = /\bfrom\s+'(?<at>\.[^']*)'|^\s*import\s+'(?<bare>\.[^']*)'|\bimport\('(?<later>\.[^']*)'\)/gm;

/** What a file imports of the other files of the page. */
export function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(IMPORTS)].map(({ groups = {} }) => {
    const written = groups['at'] ?? groups['bare'] ?? groups['later'] ?? '';
    const to = posix.normalize(posix.join(dirname(path), written));
    return { from: path, to, when: groups['later'] === undefined ? 'at once' : 'later' };
  });
}
