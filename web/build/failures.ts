//! A Playwright reporter that ends with a line for each failed test: its title and the reason.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The maximum number of lines for an error. */
const LINES = 6;

/** The escape sequences of colors in a terminal. */
// eslint-disable-next-line no-control-regex
const COLORS = /\u001B\[[0-9;]*m/g;

export default class Failures implements Reporter {
  readonly #failed: { title: string; reason: string }[] = [];

  onTestEnd(test: TestCase, { status, errors, duration, workerIndex }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return;
    const [, , file, ...titles] = test.titlePath();
    const text = errors.map(({ message, value }) => message ?? value ?? '').join('\n');
    const lines = text
      .replace(COLORS, '')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const where = errors[0]?.location;
    const at = where ? `${where.file.replace(/^.*\/tests\//, '')}:${where.line}` : '';
    const time = `${(duration / 1000).toFixed(1)} s`;
    this.#failed.push({
      title: `${file}: ${titles.join(' › ')} (${status} after ${time} in worker ${workerIndex}, ${at})`,
      reason: lines
        .slice(0, LINES)
        .map((line) => `    ${line}`)
        .join('\n'),
    });
  }

  onEnd(): void {
    for (const { title, reason } of this.#failed) process.stdout.write(`${title}\n${reason}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
