import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { preload } from './build/preload.ts';
import { catalog } from './build/catalog.ts';
import { licenses } from './build/licenses.ts';
import { offline } from './build/offline.ts';

// Without these two, browsers do not allow shared memory, and the engine has only one thread.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const proxy = { '/api': { target: 'http://127.0.0.1:8080', ws: true } };

const carried = licenses();

export default defineConfig({
  plugins: [catalog(), svelte(), preload(), carried.page, offline()],
  // The networks are stored next to the variants' rules, outside this folder.
  server: { host: '127.0.0.1', headers: isolation, proxy, fs: { allow: ['..'] } },
  preview: { host: '127.0.0.1', headers: isolation, proxy },
  worker: { format: 'es', plugins: () => [carried.worker()] },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // Inlined assets would be `data:` URLs, which the content security policy forbids for scripts and wasm.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Code that every page needs is in one file. Each page has a file of its own, with the code that only it needs.
        codeSplitting: {
          groups: [
            {
              // The modules that src/preload.ts needs.
              name: 'needs',
              test: /\/src\/(base\/(books|languages|routes|rulesFile|starts|storage)|shell\/pages)\.ts$|virtual:(books|catalogs|diagrams|starts)$|preload-helper|rolldown\/runtime/,
              priority: 1,
            },
            {
              name: 'shell',
              test: /\/node_modules\/svelte\/|\/src\/(base\/|shell\/|board\/environment\.)|\/src\/App\.svelte$/,
            },
            {
              // The form and the picture of the board that are shown before the rules have loaded.
              name: 'setup',
              test: /\/src\/(board\/drawing\/(BoardPicture|MiniBoard|miniGeometry|arrangement)|table\/(SetupPage|StartField|CustomClock)|game\/(record|clock|color))\b/,
            },
            {
              // The board and the controls around it.
              name: 'board',
              test: /\/src\/(board\/(?!levels\/space\/)|table\/|game\/)/,
            },
          ],
        },
      },
    },
  },
  test: {
    include: ['{src,build,house}/**/*.test.ts'],
    environment: 'node',
    // A limit for tests that hang: some go through all puzzles or files, which takes 11 s on a busy machine.
    testTimeout: 60_000,
  },
});
