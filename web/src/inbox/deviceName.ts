//! The name of a device, such as *Firefox on Windows*, from the text by which its browser identifies itself.
import { t } from '../base/messages.svelte';

/** Patterns of browsers. Many also claim to be another, so the order matters. */
const BROWSERS = [
  ['Edge', /\bEdg[A-Z]*\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const nameIn = (agent: string, names: readonly (readonly [string, RegExp])[]): string | undefined =>
  names.find(([, pattern]) => pattern.test(agent))?.[0];

/** Returns the name of a device. */
export function deviceName(agent: string): string {
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  if (browser !== undefined && system !== undefined) return t('inbox.device.name', { browser, system });
  return (browser ?? system ?? agent) || t('inbox.device.unknown');
}
