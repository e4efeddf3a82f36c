//! A Vite plugin that builds the service worker with a list of all files of the app and their hashes.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';

import { build, type Plugin, type ResolvedConfig } from 'vite';

const WORKER = 'serviceWorker.js';
/** Other sites show it with links; the app itself does not. */
const LINK_PICTURE = 'social.png';

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => relative(folder, file).split(sep).join('/')).sort();
}

/** Builds the service worker with a list of all files of the app and their versions. */
export function offline(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'faraday:offline',
    apply: (_config, { command, isPreview }) => command === 'build' && !isPreview,
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle() {
      const { outDir } = config.build;
      const folder = resolve(config.root, outDir);
      const files = (await filesBelow(folder)).filter(
        (file) => ![WORKER, LINK_PICTURE].includes(file) && !file.endsWith('.map'),
      );
      const version = async (file: string): Promise<string> =>
        createHash('sha256')
          .update(await readFile(join(folder, file)))
          .digest('hex')
          .slice(0, 12);
      const page = Object.fromEntries(
        await Promise.all(
          files.map(async (file) => [file === 'index.html' ? '/' : `/${file}`, await version(file)]),
        ),
      ) as Record<string, string>;
      await build({
        root: config.root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { PAGE: JSON.stringify(page) },
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: join(config.root, 'src/serviceWorker.ts'),
            output: { entryFileNames: WORKER, format: 'iife' },
          },
        },
      });
    },
  };
}
