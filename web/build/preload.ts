//! Injects `src/preload.ts` into the document as a separate script, so that prefetching does not wait for the shell.
import { join } from 'node:path';

import type { Plugin } from 'vite';

const NAME = 'preload';

/** Adds the second script to the document. */
export function preload(): Plugin {
  return {
    name: 'faraday:preload',
    apply: 'build',
    config: ({ root = process.cwd() }) => ({
      build: {
        rolldownOptions: { input: { index: join(root, 'index.html'), [NAME]: join(root, 'src/preload.ts') } },
      },
    }),
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const chunk = chunks.find(({ name, isEntry }) => isEntry && name === NAME);
        if (!chunk) throw new Error(`there is no script ${NAME}`);
        const attrs = { type: 'module', async: true, fetchpriority: 'high', src: `/${chunk.fileName}` };
        return [{ tag: 'script', attrs, injectTo: 'head' }];
      },
    },
  };
}
