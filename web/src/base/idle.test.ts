import { describe, expect, it, vi } from 'vitest';

import { whenIdle } from './idle';

describe('work that can wait', () => {
  it('is done in turn, one thing a time, and not if it is called off', () => {
    vi.useFakeTimers();
    const done: string[] = [];
    whenIdle(() => done.push('first'));
    const callOff = whenIdle(() => done.push('second'));
    whenIdle(() => done.push('third'));
    expect(done).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(done).toEqual(['first']);
    callOff();
    vi.runAllTimers();
    whenIdle(() => done.push('later'));
    vi.runAllTimers();
    expect(done).toEqual(['first', 'third', 'later']);
    vi.useRealTimers();
  });
});
