import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { preload } from './build/preload.ts';
import { catalog } from './build/catalog.ts';
import { licenses } from './build/licenses.ts';
import { offline } from './build/offline.ts';

// Without these two, browsers lend no shared memory, and the engine has one thread.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const proxy = { '/api': { target: 'http://127.0.0.1:8080', ws: true } };

const carried = licenses();

export default defineConfig({
  plugins: [catalog(), svelte(), preload(), carried.page, offline()],
  // The networks lie beside the variants' rules, outside this folder.
  server: { host: '127.0.0.1', headers: isolation, proxy, fs: { allow: ['..'] } },
  preview: { host: '127.0.0.1', headers: isolation, proxy },
  worker: { format: 'es', plugins: () => [carried.worker()] },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // Inlined assets would be `data:` addresses, which the content security policy keeps out of scripts and wasm.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every page needs is one file; the pages, and what they alone need, are files of their own.
        codeSplitting: {
          groups: [
            {
              // What src/preload.ts needs.
              name: 'needs',
              test: /\/src\/(base\/(books|languages|routes|rulesFile|starts|storage)|shell\/pages)\.ts$|virtual:(books|catalogs|diagrams|starts)$|preload-helper|rolldown\/runtime/,
              priority: 1,
            },
            {
              name: 'shell',
              test: /\/node_modules\/svelte\/|\/src\/(base\/|shell\/|board\/environment\.)|\/src\/App\.svelte$/,
            },
            {
              // What is seen before the rules have arrived: a form, and a picture of the board.
              name: 'setup',
              test: /\/src\/(board\/drawing\/(BoardPicture|MiniBoard|miniGeometry|arrangement)|table\/(SetupPage|StartField|CustomClock)|game\/(record|clock|color))\b/,
            },
            {
              // The board, and what is around it on every page with one.
              name: 'board',
              test: /\/src\/(board\/(?!levels\/space\/)|table\/|game\/)/,
            },
          ],
        },
      },
    },
  },
  test: { include: ['{src,build,house}/**/*.test.ts'], environment: 'node' },
});
