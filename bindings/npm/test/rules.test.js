import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import * as rules from '@faraday-chess/rules';

const { Game, PgnReader, catalog } = rules;
const root = fileURLToPath(new URL('../', import.meta.url));

/** Returns a seeded generator of random numbers, so that failures are reproducible. */
const numbers = (seed) => () => (seed = (seed * 48271) % 2147483647);

describe('every variant', () => {
  for (const { id, start } of catalog('en')) {
    it(`${id} plays: what is legal is not refused, is foretold, and can be taken back`, () => {
      const next = numbers(7);
      const game = new Game(id, undefined, 'en');
      assert.equal(game.snapshot().fen, start);
      for (let ply = 0; ply < 60 && game.snapshot().moves.length > 0; ply++) {
        const before = game.snapshot();
        const { uci, san } = before.moves[next() % before.moves.length];
        assert.ok(game.explain(uci).legal);
        const preview = game.preview(uci, undefined);
        const played = game.play(san);
        assert.equal(played.uci, uci);
        assert.deepEqual(played.events, preview.events);
        const after = game.snapshot();
        assert.equal(after.fen, preview.after.fen);
        assert.ok(game.undo());
        assert.deepEqual(game.snapshot(), before);
        game.play(uci);
      }
      game.free();
    });

    it(`${id} has a rule book, in every language`, () => {
      for (const language of rules.languages()) {
        assert.ok(rules.rules(id, language).every((rule) => rule.title && rule.points.length > 0));
      }
    });

    it(`${id} reads and writes set-ups`, () => {
      const draft = rules.readDraft(id, start, 'en');
      assert.equal(rules.writeDraft(id, draft), start);
    });
  }
});

it('an illegal move is explained with its rule', () => {
  const game = new Game('magnetic', undefined, 'en');
  const why = game.explain('e1e3');
  assert.equal(why.legal, false);
  assert.match(why.rule, /^[A-Z]+\.\d/);
  assert.match(why.text, /\.$/);
});

it('what cannot be done throws one sentence', () => {
  assert.throws(() => new Game('checkers', undefined, 'en'), /there is no variant `checkers`/);
  assert.throws(() => new Game('chess', 'nonsense', 'en'), /FEN/);
  const game = new Game('chess', undefined, 'en');
  assert.throws(() => game.play('e2e5'), /e2/);
  assert.throws(() => rules.writePgn({ moves: 'none' }, 'en'), Error);
});

it('PGN is read in pieces and written back', () => {
  const text = '[Variant "magnetic"]\n[White "A"]\n\n1. c4 {first} e5 (1... Nf6 $1) 2. Qa4 *\n\n[Broken\n\n1. e4 *\n';
  const reader = new PgnReader();
  const bytes = new TextEncoder().encode(text);
  const entries = [...reader.feed(bytes.slice(0, 40)), ...reader.feed(bytes.slice(40)), ...reader.finish()];
  const [game, bad] = entries;
  assert.equal(game.record.variant, 'magnetic');
  assert.equal(game.record.moves.length, 3);
  assert.match(bad.problem, /line 6|at/);
  const written = rules.writePgn(game.record, 'en');
  assert.match(written, /1\. c4 \{\[%mag c7c5\]\}/);
  const again = new PgnReader();
  const [back] = [...again.feed(new TextEncoder().encode(written)), ...again.finish()];
  assert.deepEqual(back.record.moves, game.record.moves);
});

it('the packed package can be installed and used', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'faraday-'));
  try {
    const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root });
    const archive = path.join(folder, packed.toString().trim().split('\n').at(-1));
    execFileSync('npm', ['install', '--prefix', folder, '--offline', '--no-audit', '--no-fund', '--silent', archive]);
    const script = "import { catalog } from '@faraday-chess/rules'; console.log(catalog('en').length)";
    const said = execFileSync('node', ['--input-type=module', '--eval', script], { cwd: folder });
    assert.equal(Number(said), catalog('en').length);
    const installed = path.join(folder, 'node_modules/@faraday-chess/rules');
    assert.match(readFileSync(path.join(installed, 'LICENSE'), 'utf8'), /GNU GENERAL PUBLIC LICENSE/);
    assert.match(readFileSync(path.join(installed, 'THIRD-PARTY-NOTICES.txt'), 'utf8'), /^crate +wasm-bindgen /m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Returns the third-party crates in a WebAssembly package as `name version`. */
function cratesWith(features) {
  const options = `--package faraday-wasm --no-default-features --features ${features} --target wasm32-unknown-unknown`;
  const shape = '--edges normal --prefix none --format {p} --locked --offline';
  const tree = execFileSync(process.env.CARGO ?? 'cargo', ['tree', ...`${options} ${shape}`.split(' ')], { cwd: root });
  const others = tree.toString().split('\n').filter((line) => line !== '' && !line.includes('(/'));
  return others.map((line) => line.split(' ', 2).join(' ').replace(' v', ' '));
}

for (const [features, file] of [['compact', 'THIRD-PARTY-NOTICES.txt'], ['threads', '../../THIRD-PARTY-NOTICES.txt']]) {
  it(`every crate of WebAssembly with ${features} is in ${file}`, () => {
    const notices = readFileSync(path.join(root, file), 'utf8');
    const crates = cratesWith(features);
    assert.ok(crates.length > 10);
    for (const name of crates) assert.ok(notices.includes(`\ncrate  ${name} `), `no notice of ${name}: run make licenses`);
  });
}

it("the README's example runs", () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const example = /```js\n([^]*?)```/.exec(readme)[1];
  const said = execFileSync('node', ['--input-type=module', '--eval', example], { cwd: root }).toString();
  assert.match(said, /MG\.2 The black pawn is pulled from c7 to c5\./);
});
