import { chromium } from 'playwright-core';
const base = process.argv[2];
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] });
const p = await b.newPage();
p.on('console', (m) => { if (m.type() !== 'log') console.log('console', m.type(), m.text()); });
p.on('pageerror', (e) => console.log('pageerror', e.message));
p.on('requestfailed', (r) => console.log('failed', r.url(), r.failure()?.errorText));
p.on('response', (r) => { if (r.status() >= 400) console.log('status', r.status(), r.url()); });
for (const path of ['/', '/play/magnetic', '/analyse/forcefield', '/learn/collision', '/about']) {
  await p.goto(base + path); await p.waitForTimeout(2500);
  console.log(path, 'isolated', await p.evaluate(() => crossOriginIsolated), await p.title(), (await p.evaluate(() => document.body.innerText.length)));
  await p.screenshot({ path: `/tmp/srvcheck/${path.replaceAll('/', '_')}.png` });
}
console.log(await p.evaluate(async () => {
  const r = await fetch('/api/v1/analyse', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ variant: 'chess', depth: 6 }) });
  const reader = r.body.getReader(); let n = 0, text = '';
  for (;;) { const { done, value } = await reader.read(); if (done) break; n++; text += new TextDecoder().decode(value); }
  return { encoding: r.headers.get('content-encoding'), chunks: n, last: text.trim().split('\n').at(-1) };
}));
await b.close();
