import { expect, it } from 'vitest';

import { loadTexts } from '../base/messages.svelte';
import { deviceName } from './deviceName';

it('a device has the name of its browser and its system', async () => {
  (globalThis as { document?: unknown }).document = { documentElement: {} };
  (await loadTexts('en'))();
  const NAMES = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Windows',
    'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36':
      'Chrome on Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
      'Safari on iPhone',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0':
      'Edge on macOS',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36':
      'Chrome on Linux',
    'my own client': 'my own client',
    '': 'Unknown device',
  };
  for (const [agent, name] of Object.entries(NAMES)) expect(deviceName(agent)).toBe(name);
});
