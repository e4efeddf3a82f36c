// Copies the WebAssembly package of the rules, as built by `web/scripts/wasm.sh rules`, and the license into `dist`.
import { cpSync, existsSync, mkdirSync } from 'node:fs';

const built = new URL('../../../web/src/pkg/rules/', import.meta.url);
const dist = new URL('../dist/', import.meta.url);
if (!existsSync(built)) {
  console.error('the rules have not been built: run `web/scripts/wasm.sh rules` first');
  process.exit(2);
}
mkdirSync(dist, { recursive: true });
for (const file of ['rules.js', 'rules.d.ts', 'rules_bg.wasm', 'rules_bg.wasm.d.ts']) {
  cpSync(new URL(file, built), new URL(file, dist));
}
cpSync(new URL('../../../LICENSE', import.meta.url), new URL('../LICENSE', import.meta.url));
