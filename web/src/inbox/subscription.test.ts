import { expect, it } from 'vitest';

import { bytesOf, isApplePhone, pushStateOf } from './subscription';

const facts = {
  key: 'BPk',
  isSecure: true,
  hasPush: true,
  isApplePhone: false,
  isInstalled: false,
  permission: 'default',
  isSubscribed: false,
} as const;

it('the first obstacle decides what the visitor can do', () => {
  expect(pushStateOf(facts)).toBe('off');
  expect(pushStateOf({ ...facts, permission: 'granted', isSubscribed: true })).toBe('on');
  expect(pushStateOf({ ...facts, permission: 'granted' })).toBe('off');
  expect(pushStateOf({ ...facts, permission: 'denied', isSubscribed: true })).toBe('denied');
  expect(pushStateOf({ ...facts, key: undefined })).toBe('plain');
  expect(pushStateOf({ ...facts, isSecure: false, hasPush: false })).toBe('plain');
  expect(pushStateOf({ ...facts, hasPush: false })).toBe('unsupported');
  expect(pushStateOf({ ...facts, hasPush: false, isApplePhone: true })).toBe('install');
  expect(pushStateOf({ ...facts, hasPush: false, isApplePhone: true, isInstalled: true })).toBe(
    'unsupported',
  );
});

it('iPads that claim to be Macs are recognized by their touch screen', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15';
  expect(isApplePhone(mac, 0)).toBe(false);
  expect(isApplePhone(mac, 5)).toBe(true);
  expect(isApplePhone('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5)).toBe(true);
  expect(isApplePhone('Mozilla/5.0 (Linux; Android 15)', 5)).toBe(false);
});

it('the key of the server is decoded from base64url', () => {
  expect([...bytesOf('-_8B')]).toEqual([0xfb, 0xff, 0x01]);
});
