import { defineConfig } from '@playwright/test';

import { ARGUMENTS } from './build/chromium';

// Tests run against a running server, or against only the built web app.
const running = process.env['FARADAY_URL'];
const port = process.env['PORT'] ?? '4173';
const browser = process.env['CHROMIUM'];

export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the cores of CI, because some tests wait for timers.
  workers: 3,
  // High limits, for a busy machine: the longest tests, with many audits, take a minute on two loaded cores.
  timeout: 180_000,
  // On two busy cores, about one test in a thousand fails and passes on its second attempt. The reporter lists every
  // failed attempt, and the run fails if more than two tests need a second one.
  retries: 1,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./build/failures.ts']],
  use: {
    baseURL: running ?? `http://127.0.0.1:${port}`,
    locale: 'en-US',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [...ARGUMENTS],
    },
  },
  ...(running
    ? {}
    : {
        webServer: {
          command: `npx vite preview --port ${port} --strictPort`,
          port: Number(port),
          reuseExistingServer: false,
        },
      }),
});
