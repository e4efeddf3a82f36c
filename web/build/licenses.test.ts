//! Tests of the check for bundled packages without a notice.
import { describe, expect, it } from 'vitest';

import { missingIn } from './licenses';

const NOTICES = ['Notices', '', 'crate  one 1.0  MIT  page', 'npm    @a/two 2.0  MIT  page', ''].join('\n');

describe('a package of the page', () => {
  it('that the notices name as it is, is not missing', () =>
    expect(missingIn(NOTICES, [{ name: '@a/two', version: '2.0' }])).toEqual([]));

  it('is missing where another version is named', () =>
    expect(missingIn(NOTICES, [{ name: '@a/two', version: '2.1' }])).toEqual([
      '@a/two 2.1',
      '@a/two 2.0, which is not in the page',
    ]));

  it('is missing where only a crate has its name', () =>
    expect(missingIn(NOTICES, [{ name: 'one', version: '1.0' }])).toContain('one 1.0'));
});
