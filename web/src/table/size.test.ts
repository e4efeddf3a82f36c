import { describe, expect, it } from 'vitest';

import { clamped, sizeByKey, widthToFollow } from './size';

describe('the size of a board', () => {
  it('stays within its bounds', () => {
    expect([clamped(-3), clamped(72.4), clamped(1000)]).toEqual([50, 72, 100]);
  });
  it('follows the keys of a slider', () => {
    expect(['ArrowLeft', 'ArrowUp', 'Home', 'End', 'x'].map((key) => sizeByKey(key, 98))).toEqual([
      93,
      100,
      50,
      100,
      undefined,
    ]);
    expect(sizeByKey('ArrowDown', 52)).toBe(50);
  });
  it.each([-120, 0, 80])('follows a hand that goes along with the corner by %d', (wider) =>
    expect(widthToFollow(wider / 2, wider)).toBeCloseTo(wider),
  );
});
