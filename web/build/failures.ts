//! A Playwright reporter that lists all failed tests at the end: title, reason, and page content.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The maximum number of lines of an error. */
const LINES = 6;

/** The maximum number of lines of page content. */
const CONTENT_LINES = 12;

/** The name of the attachment with the main content of the page. */
export const CONTENT = 'content';

/** The escape sequences of colors in a terminal. */
// eslint-disable-next-line no-control-regex
const COLORS = /\u001B\[[0-9;]*m/g;

export default class Failures implements Reporter {
  readonly #failed: { title: string; reason: string }[] = [];

  onTestEnd(test: TestCase, { status, errors, duration, workerIndex, attachments }: TestResult): void {
    if (status === 'passed' || status === 'skipped') return;
    const [, , file, ...titles] = test.titlePath();
    const text = errors.map(({ message, value }) => message ?? value ?? '').join('\n');
    const lines = text
      .replace(COLORS, '')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const where = errors.find(({ location }) => location)?.location;
    const at = where ? `${where.file.replace(/^.*\/tests\//, '')}:${where.line}` : '';
    const content =
      attachments
        .find(({ name }) => name === CONTENT)
        ?.body?.toString()
        .split('\n') ?? [];
    const time = `${(duration / 1000).toFixed(1)} s`;
    this.#failed.push({
      title: `${file}: ${titles.join(' › ')} (${status} after ${time} in worker ${workerIndex}, ${at})`,
      reason: [...lines.slice(0, LINES), ...content.slice(0, CONTENT_LINES)]
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
