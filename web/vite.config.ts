import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { catalog } from './build/catalog.ts';
import { offline } from './build/offline.ts';

// Without these two, browsers lend no shared memory, and the engine has one thread.
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const proxy = { '/api': 'http://127.0.0.1:8080' };

export default defineConfig({
  plugins: [catalog(), svelte(), offline()],
  server: { host: '127.0.0.1', headers: isolation, proxy },
  preview: { host: '127.0.0.1', headers: isolation, proxy },
  worker: { format: 'es' },
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
              name: 'shell',
              test: /\/node_modules\/svelte\/|\/src\/app\//,
            },
          ],
        },
      },
    },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
