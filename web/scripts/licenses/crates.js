//! The crates in each of Faraday's artifacts, as resolved by cargo.
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

const WASM = [
  '--package',
  'faraday-wasm',
  '--no-default-features',
  '--target',
  'wasm32-unknown-unknown',
  '--features',
];

/** The distributed artifacts, with the `cargo tree` options that select their crates. The program is built for any system. */
const TREES = {
  program: ['--package', 'faraday', '--target', 'all'],
  page: [...WASM, 'threads'],
  package: [...WASM, 'compact'],
  wheel: ['--package', 'faraday-python', '--target', 'all'],
};

const cargo = (...args) =>
  execFileSync(process.env.CARGO ?? 'cargo', [...args, '--locked'], { encoding: 'utf8', maxBuffer: 1 << 28 });

/** Returns the crates of an artifact as `name version`. */
function namesIn(artifact) {
  const lines = cargo('tree', '--edges', 'normal', '--prefix', 'none', '--format', '{p}', ...TREES[artifact]);
  return new Set(
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ', 2).join(' ').replace(' v', ' ')),
  );
}

/** Returns the third-party crates in distributed artifacts. */
export function crates() {
  const carriers = Object.keys(TREES).map((artifact) => [artifact, namesIn(artifact)]);
  const { packages } = JSON.parse(cargo('metadata', '--all-features', '--format-version', '1'));
  const known = new Set(packages.map(({ name, version }) => `${name} ${version}`));
  const unknown = carriers.flatMap(([, names]) => [...names].filter((name) => !known.has(name)));
  if (unknown.length > 0) throw new Error(`cargo metadata does not list ${unknown.join(', ')}`);
  return packages
    .filter(({ source }) => source !== null)
    .map(({ name, version, license, authors, manifest_path: manifest }) => ({
      kind: 'crate',
      name,
      version,
      license: license ?? '',
      authors,
      folder: dirname(manifest),
      carriedBy: carriers
        .filter(([, names]) => names.has(`${name} ${version}`))
        .map(([artifact]) => artifact),
    }))
    .filter(({ carriedBy }) => carriedBy.length > 0);
}
