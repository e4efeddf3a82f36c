//! The router: the current page, and navigation without a reload.
import { currentPath, decoded, readPath, type Route } from '../base/routes';

/** A parsed address of the app, with the scroll position to restore. */
export interface Place {
  readonly route: Route;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly hash: string;
  /** The scroll position of the page when it was left; set only when the visitor returns to it. */
  readonly scroll?: number;
}

function here(scroll?: number): Place {
  const { pathname, search, hash } = window.location;
  return {
    route: readPath(pathname),
    path: pathname,
    search: new URLSearchParams(search),
    hash: decoded(hash.slice(1)),
    ...(scroll === undefined ? {} : { scroll }),
  };
}

let current: Place = $state.raw(here());

/**
 * A history entry with the scroll position of its page. After back or forward, the entry that was left can no longer be
 * written to, so it is stored under its number.
 */
interface Entry {
  readonly number?: number;
  readonly scroll?: number;
}
const entryHere = (): Entry => (history.state as Entry | null) ?? {};

const scrolls = new Map<number, number>();
let lastNumber = Date.now();
let number = entryHere().number ?? lastNumber;

function enter(address: string, how: 'push' | 'replace'): void {
  if (how === 'push') number = lastNumber += 1;
  const entry: Entry = { number };
  if (how === 'push') history.pushState(entry, '', address);
  else history.replaceState(entry, '', address);
}

/** Returns the current place. */
export const place = (): Place => current;

/** Navigates to an address of the app. */
export function navigate(address: string, how: 'push' | 'replace' = 'push'): void {
  history.replaceState({ number, scroll: window.scrollY } satisfies Entry, '');
  scrolls.set(number, window.scrollY);
  enter(address, how);
  current = here();
}

/** Replaces the query and the fragment, for a link that contains the state of a page; the page itself stays. */
export function rewriteAddress(search: string, hash = ''): void {
  history.replaceState(history.state, '', window.location.pathname + search + hash);
}

/** Makes the address match the displayed content, for reloads and for the back button; the page itself stays. */
export function nameAddress(address: string): void {
  history.replaceState(history.state, '', address);
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Returns the address that a click requests, if the router can handle it. */
function wanted(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || !isPlainClick(event) || !(event.target instanceof Element)) return undefined;
  const link = event.target.closest('a');
  if (!link || link.target || link.hasAttribute('download')) return undefined;
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  if (origin !== window.location.origin || pathname.startsWith('/api/')) return undefined;
  const staysHere = pathname === window.location.pathname && search === window.location.search;
  return staysHere && hash ? undefined : pathname + search + hash;
}

/** Starts to handle links and the browser's history. Returns a function that stops it. */
export function startRouter(): () => void {
  const onClick = (event: MouseEvent): void => {
    const address = wanted(event);
    if (address === undefined) return;
    event.preventDefault();
    navigate(address);
  };
  const onPop = (event: PopStateEvent): void => {
    scrolls.set(number, window.scrollY);
    const entry = (event.state as Entry | null) ?? {};
    // A link within the page creates an entry without a number.
    number = entry.number ?? (lastNumber += 1);
    if (entry.number === undefined) history.replaceState({ number } satisfies Entry, '');
    current = here(scrolls.get(number) ?? entry.scroll);
  };
  history.scrollRestoration = 'manual';
  history.replaceState({ ...entryHere(), number } satisfies Entry, '');
  const { pathname, search, hash } = window.location;
  if (currentPath(pathname) !== pathname) navigate(currentPath(pathname) + search + hash, 'replace');
  document.addEventListener('click', onClick);
  window.addEventListener('popstate', onPop);
  return () => {
    document.removeEventListener('click', onClick);
    window.removeEventListener('popstate', onPop);
  };
}
