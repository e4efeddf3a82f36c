import { readFileSync } from 'node:fs';
import { initSync } from './dist/rules.js';

initSync({ module: readFileSync(new URL('./dist/rules_bg.wasm', import.meta.url)) });

export * from './dist/rules.js';
