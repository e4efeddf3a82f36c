//! A Playwright reporter that lists all failed attempts at the end: title, reason, and page content.
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** The maximum number of lines of an error. */
const LINES = 6;

/** The maximum number of lines of page content. */
const CONTENT_LINES = 12;

/** The name of the attachment with the main content of the page. */
export const CONTENT = 'content';

/** The maximum number of tests that may pass only on the second attempt. */
const MAX_FLAKY = 2;

/** The escape sequences of colors in a terminal. */
// eslint-disable-next-line no-control-regex
const COLORS = /\u001B\[[0-9;]*m/g;

export default class Failures implements Reporter {
  readonly #failed: { test: TestCase; title: string; reason: string }[] = [];

  onTestEnd(test: TestCase, { status, errors, duration, workerIndex, retry, attachments }: TestResult): void {
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
      test,
      title: `${file}: ${titles.join(' › ')} (attempt ${retry + 1} ${status} after ${time} in worker ${workerIndex}, ${at})`,
      reason: [...lines.slice(0, LINES), ...content.slice(0, CONTENT_LINES)]
        .map((line) => `    ${line}`)
        .join('\n'),
    });
  }

  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    for (const { title, reason } of this.#failed) process.stdout.write(`${title}\n${reason}\n`);
    const flaky = new Set(this.#failed.map(({ test }) => test).filter((test) => test.outcome() === 'flaky'));
    if (flaky.size <= MAX_FLAKY || status !== 'passed') return Promise.resolve(undefined);
    process.stdout.write(
      `${flaky.size} tests passed only on the second attempt; at most ${MAX_FLAKY} may.\n`,
    );
    return Promise.resolve({ status: 'failed' });
  }

  printsToStdio(): boolean {
    return true;
  }
}
