import { expect, test } from 'vitest';

import { isLoopback } from './loopback';

test.each([
  'http://127.0.0.1:8080/x',
  'http://127.1.2.3',
  'http://localhost/',
  'http://a.localhost',
  'http://[::1]:80/',
])('%s leads to this computer only', (address) => expect(isLoopback(address)).toBe(true));

test.each([
  'http://192.168.0.7:8080/x',
  'https://chess.example',
  'https://localhost.example',
  'http://[fe80::1]/',
])('%s leads others here, too', (address) => expect(isLoopback(address)).toBe(false));
