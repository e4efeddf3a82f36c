import type { Plugin } from 'vite';

/** Has the browser fetch the wasm of the rules while it still reads the page's code. */
export function preloadRules(): Plugin {
  return {
    name: 'faraday:preload-rules',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const rules = Object.values(bundle ?? {}).filter(
          (file) =>
            file.type === 'asset' &&
            file.originalFileNames.some((name) => /pkg\/rules\/.*\.wasm$/.test(name)),
        );
        return rules.map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'fetch',
            type: 'application/wasm',
            crossorigin: '',
            href: `/${file.fileName}`,
          },
          injectTo: 'head',
        }));
      },
    },
  };
}
