import { describe, expect, it } from 'vitest';

import { areaPath, lessonPath, readPath, rulePath } from './routes';

describe('addresses', () => {
  it.each([
    ['/', { kind: 'home' }],
    ['/about', { kind: 'about' }],
    ['/about/', { kind: 'about' }],
    ['/play/some', { kind: 'play', variant: 'some' }],
    ['/analyse/some+other', { kind: 'analyse', variant: 'some+other' }],
    ['/analyse/some%2Bother', { kind: 'analyse', variant: 'some+other' }],
    ['/learn', { kind: 'lessons' }],
    ['/learn/some/lesson/12', { kind: 'lesson', variant: 'some', number: 12 }],
    ['/play', { kind: 'home' }],
  ])('%s is read', (path, route) => expect(readPath(path)).toEqual(route));

  it.each([
    '/nowhere',
    '/about/us',
    '/play/some/more',
    '/learn/some/lesson',
    '/learn/some/lesson/0',
    '/learn/some/lesson/x',
  ])('%s leads nowhere', (path) => expect(readPath(path)).toEqual({ kind: 'unknown', path }));

  it('that are not well formed are taken as they stand', () =>
    expect(readPath('/play/%E0%A4%A')).toEqual({ kind: 'play', variant: '%E0%A4%A' }));

  it('are read as they are written', () => {
    for (const variant of ['some', 'some+other', 'ö/?#']) {
      expect(readPath(areaPath('play', variant))).toEqual({ kind: 'play', variant });
      expect(readPath(lessonPath(variant, 3))).toEqual({ kind: 'lesson', variant, number: 3 });
    }
  });

  it('of rules have the rule behind the hash', () =>
    expect(rulePath('some', 'SO.2')).toBe('/learn/some#SO.2'));
});
