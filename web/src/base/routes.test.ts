import { describe, expect, it } from 'vitest';

import addresses from './addresses.json';
import {
  areaPath,
  challengePath,
  endgamesPath,
  friendPath,
  gamePath,
  lessonPath,
  profilePath,
  readPath,
  returnPath,
  rulePath,
  signInPath,
  signUpPath,
  type Route,
} from './routes';

describe('addresses', () => {
  it.each([
    ['/', { kind: 'home' }],
    ['/about', { kind: 'about' }],
    ['/about/', { kind: 'about' }],
    ['/licenses', { kind: 'licenses' }],
    ['/play/some', { kind: 'play', variant: 'some' }],
    ['/analyze/some+other', { kind: 'analyze', variant: 'some+other' }],
    ['/analyse/some+other', { kind: 'analyze', variant: 'some+other' }],
    ['/analyze/some%2Bother', { kind: 'analyze', variant: 'some+other' }],
    ['/learn', { kind: 'lessons' }],
    ['/learn/some/lesson/12', { kind: 'lesson', variant: 'some', number: 12 }],
    ['/play', { kind: 'lastPlay' }],
    ['/analyze', { kind: 'lastAnalyze' }],
    ['/analyse', { kind: 'lastAnalyze' }],
    ['/puzzles', { kind: 'puzzleGames' }],
    ['/puzzles/some+other', { kind: 'puzzles', variant: 'some+other' }],
    ['/puzzles/some/x1b2c3', { kind: 'puzzle', variant: 'some', id: 'x1b2c3' }],
    ['/sign-in', { kind: 'signIn' }],
    ['/invitation', { kind: 'invitation' }],
    ['/friend/some+other', { kind: 'friend', variant: 'some+other' }],
    ['/challenge/aB3dE6gH', { kind: 'challenge', id: 'aB3dE6gH' }],
    ['/endgames', { kind: 'endgames' }],
    ['/endgames/some+other', { kind: 'endings', variant: 'some+other' }],
    ['/games', { kind: 'games' }],
    ['/lobby', { kind: 'lobby' }],
    ['/transfer', { kind: 'transfer' }],
    ['/@Ada_L-1', { kind: 'profile', name: 'Ada_L-1' }],
    ['/%40Ada', { kind: 'profile', name: 'Ada' }],
    ['/game/aB3dE5gH', { kind: 'game', id: 'aB3dE5gH' }],
  ])('%s is read', (path, route) => expect(readPath(path)).toEqual(route));

  it.each([
    '/nowhere',
    '/@',
    '/@a',
    '/@-ada',
    '/@Ada Lovelace',
    '/@Ada/more',
    '/Ada',
    '/about/us',
    '/licenses/three',
    '/play/some/more',
    '/learn/some/lesson',
    '/learn/some/lesson/0',
    '/learn/some/lesson/x',
    '/puzzles/some/x-1',
    '/puzzles/some/x1b2c3/more',
    '/friend',
    '/friend/some/more',
    '/endgames/some/more',
    '/challenge',
    '/challenge/short',
    '/challenge/aB3dE6gH/more',
    '/games/aB3dE6gH',
    '/transfer/aB3dE6gH',
    '/game',
    '/game/short',
    '/game/aB3dE5g-',
    '/game/aB3dE5gH/more',
  ])('%s leads nowhere', (path) => expect(readPath(path)).toEqual({ kind: 'unknown', path }));

  // The server responds to the addresses in this list with the app, and to all others with 404.
  it('that the server knows are those of every route', () => {
    const known: Record<Exclude<Route['kind'], 'unknown'>, string[]> = addresses;
    for (const [kind, patterns] of Object.entries(known))
      for (const pattern of patterns) {
        const path = pattern
          .replace('{variant}', 'some')
          .replace('{number}', '12')
          .replace('{id}', 'aB3dE6gH')
          .replace('{puzzle}', 'x1b2c3')
          .replace('{member}', '@Ada');
        expect(readPath(path).kind).toBe(kind);
      }
  });

  it('that are not well formed are taken as they stand', () =>
    expect(readPath('/play/%E0%A4%A')).toEqual({ kind: 'play', variant: '%E0%A4%A' }));

  it('are read as they are written', () => {
    for (const variant of ['some', 'some+other', 'ö/?#']) {
      expect(readPath(areaPath('play', variant))).toEqual({ kind: 'play', variant });
      expect(readPath(friendPath(variant))).toEqual({ kind: 'friend', variant });
      expect(readPath(lessonPath(variant, 3))).toEqual({ kind: 'lesson', variant, number: 3 });
    }
  });

  it('of challenges are read as they are written', () =>
    expect(readPath(challengePath('aB3dE6gH'))).toEqual({ kind: 'challenge', id: 'aB3dE6gH' }));

  it('of endgames may name an ending and a position', () => {
    expect(endgamesPath('some+other')).toBe('/endgames/some+other');
    const { searchParams } = new URL(endgamesPath('some', { ending: 'KQvK', try: '8/8 w - +' }), 'http://x');
    expect([searchParams.get('ending'), searchParams.get('try')]).toEqual(['KQvK', '8/8 w - +']);
  });

  it('take a position along', () =>
    expect(new URL(friendPath('some', '8/8 w - +'), 'http://x').searchParams.get('fen')).toBe('8/8 w - +'));

  it('of the form for a game may name a member', () =>
    expect(new URL(friendPath('some', undefined, 'Ada'), 'http://x').search).toBe('?to=Ada'));

  it('of profiles are read', () =>
    expect(readPath(profilePath('Ada'))).toEqual({ kind: 'profile', name: 'Ada' }));

  it('of games may name a position', () =>
    expect([gamePath('aB3dE5gH'), gamePath('aB3dE5gH', 12)]).toEqual([
      '/game/aB3dE5gH',
      '/game/aB3dE5gH?ply=12',
    ]));

  it('of rules have the rule behind the hash', () =>
    expect(rulePath('some', 'SO.2')).toBe('/learn/some#SO.2'));

  it('to sign in lead back to the page of the app where the visitor was, and nowhere else', () => {
    const { pathname, searchParams } = new URL(signInPath('/game/aB3dE5gH'), 'http://x');
    expect([pathname, returnPath(searchParams)]).toEqual(['/sign-in', '/game/aB3dE5gH']);
    expect(signInPath('/')).toBe('/sign-in');
    expect(signInPath('/sign-up')).toBe('/sign-in');
    expect(signUpPath('/games')).toBe('/sign-up?to=%2Fgames');
    for (const to of [
      '//evil.example',
      '//play/chess',
      'https://evil.example',
      '/\\evil.example',
      '/sign-in',
      '/api/v1/x',
      '',
    ])
      expect(returnPath(new URLSearchParams({ to })), to).toBe('/');
  });
});
