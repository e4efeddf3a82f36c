//! The component and the title of every page.
import type { Component } from 'svelte';

import { loadBook } from '../base/books';
import { rulesLanguage, variantOf } from '../base/catalog.svelte';
import { t } from '../base/messages.svelte';
import { PAGES } from './pages';
import type { Place } from './router.svelte';
import { AREAS, type Area, type Route } from '../base/routes';
import { startRules } from '../base/rules.svelte';
import { siteName } from '../base/site.svelte';
import { loadStart } from '../base/starts';

export interface View {
  /** A different key is a different page, even if the same component shows it. */
  readonly key: string;
  readonly page: Component<never>;
  readonly props: Record<string, unknown>;
  readonly place: Place;
}

/** Returns the area of a route. */
export function areaOf(route: Route): Area | undefined {
  if (route.kind === 'lesson' || route.kind === 'lessons' || isOfEndgames(route)) return 'learn';
  if (route.kind === 'puzzle' || route.kind === 'puzzleGames') return 'puzzles';
  if (route.kind === 'lastPlay') return 'play';
  if (route.kind === 'lastAnalyze') return 'analyze';
  return AREAS.find((area) => area === route.kind);
}

/** Returns the variant of a route, if it exists. */
export const variantIdOf = (route: Route): string | undefined =>
  'variant' in route && variantOf(route.variant) ? route.variant : undefined;

/** Returns true if a route leads to an endgame page. */
export const isOfEndgames = ({ kind }: Route): boolean => kind === 'endgames' || kind === 'endings';

const isLost = (route: Route): boolean =>
  route.kind === 'unknown' || ('variant' in route && variantIdOf(route) === undefined);

/** Returns when the page of a route uses the rules. */
export const rulesOf = (route: Route): 'not' | 'later' | 'at once' =>
  isLost(route) ? 'not' : PAGES[route.kind].rules;

/** Loads the packed data of a page. */
async function packedFor(route: Route): Promise<Record<string, unknown>> {
  if (!('variant' in route)) return {};
  const { showsBook, showsStart } = PAGES[route.kind];
  const [book, start] = await Promise.all([
    showsBook && loadBook(route.variant, rulesLanguage()),
    showsStart && loadStart(route.variant),
  ]);
  return { ...(book ? { book } : {}), ...(start ? { start } : {}) };
}

/** Prefetches everything that a route's page needs. */
export function prefetch(route: Route): void {
  const { code, rules, deferred } = PAGES[route.kind];
  if (rules !== 'not') void startRules();
  // A failure is reported when the page is opened.
  Promise.all([code(), deferred?.(), packedFor(route)]).catch(() => undefined);
}

/** Loads the page of a route with its data. */
export async function load(route: Route): Promise<Omit<View, 'place'>> {
  const kind = isLost(route) ? 'unknown' : route.kind;
  const { code, deferred } = PAGES[kind];
  const [{ default: page }, packed] = await Promise.all([code(), kind === 'unknown' ? {} : packedFor(route)]);
  const number = route.kind === 'lesson' ? { number: route.number } : {};
  const id = 'id' in route ? { id: route.id } : {};
  const name = route.kind === 'profile' ? { name: route.name } : {};
  const props = { ...('variant' in route ? { variant: route.variant } : {}), ...number, ...id, ...name };
  return {
    key: JSON.stringify([kind, props]),
    page: page as Component<never>,
    props: { ...props, ...packed, ...(deferred ? { deferred } : {}) },
  };
}

/** Returns the document title of a route. */
export function titleOf(route: Route): string {
  if (route.kind === 'home') return `${siteName()} – ${t('title.home')}`;
  const parts = isLost(route) ? [t('lost.title')] : titleParts(route);
  return [...parts, siteName()].join(' · ');
}

function titleParts(route: Route): string[] {
  if (isOfEndgames(route))
    return [t('endgames.title'), variantOf(variantIdOf(route) ?? '')?.name ?? ''].filter(Boolean);
  const area = areaOf(route);
  if (area && 'variant' in route) {
    const lesson = route.kind === 'lesson' ? [t('title.lesson', { number: route.number })] : [];
    return [...lesson, t(`nav.${area}`), variantOf(route.variant)?.name ?? ''];
  }
  if (route.kind === 'friend') return [t('friend.title'), variantOf(route.variant)?.name ?? ''];
  if (route.kind === 'challenge') return [t('friend.title')];
  if (route.kind === 'games') return [t('friend.games')];
  if (route.kind === 'lobby') return [t('lobby.title')];
  if (route.kind === 'transfer') return [t('transfer.title')];
  if (route.kind === 'email') return [t('inbox.email.confirm.title')];
  if (route.kind === 'unsubscribe') return [t('inbox.unsubscribe.title')];
  if (route.kind === 'inbox') return [t('inbox.title')];
  if (route.kind === 'settings') return [t('settings.title')];
  if (route.kind === 'signIn') return [t('account.signIn')];
  if (route.kind === 'signUp') return [t('account.signUp')];
  if (route.kind === 'invitation') return [t('account.invitation')];
  if (route.kind === 'reset') return [t('account.reset')];
  if (route.kind === 'admin') return [t('admin.title')];
  if (route.kind === 'leaderboards') return [t('ratings.boards')];
  if (route.kind === 'ratings') return [t('ratings.boards'), variantOf(route.variant)?.name ?? ''];
  if (route.kind === 'profile') return [route.name];
  if (area) return [t(`nav.${area}`)];
  if (route.kind === 'game') return [t('live.title')];
  if (route.kind === 'licenses') return [t('licenses.title')];
  return route.kind === 'about' ? [t('nav.about')] : [t('home.title')];
}
