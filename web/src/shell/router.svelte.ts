//! Where the visitor is, and the way from page to page without a reload.
import { currentPath, decoded, readPath, type Route } from '../base/routes';

export interface Place {
  readonly route: Route;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly hash: string;
  /** How far down the page was scrolled when it was left; only when the visitor comes back to it. */
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

/** An entry of the browser's history: how far down its page was scrolled when it was left. An entry that the browser has
 *  left by itself, back or forth, can no longer be written to, so it is found by its number. */
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

/** Where the visitor is. */
export const place = (): Place => current;

/** Goes to an address of this page. */
export function navigate(address: string, how: 'push' | 'replace' = 'push'): void {
  history.replaceState({ number, scroll: window.scrollY } satisfies Entry, '');
  scrolls.set(number, window.scrollY);
  enter(address, how);
  current = here();
}

/** Changes what follows the path, for a link that holds the state of a page; the page stays as it is. */
export function rewriteAddress(search: string, hash = ''): void {
  history.replaceState(history.state, '', window.location.pathname + search + hash);
}

/** Has the address name what the page shows, for a reload and for the way back; the page stays as it is. */
export function nameAddress(address: string): void {
  history.replaceState(history.state, '', address);
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** The address that a click asks for, if the page can go there by itself. */
function wanted(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || !isPlainClick(event) || !(event.target instanceof Element)) return undefined;
  const link = event.target.closest('a');
  if (!link || link.target || link.hasAttribute('download')) return undefined;
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href);
  if (origin !== window.location.origin || pathname.startsWith('/api/')) return undefined;
  const staysHere = pathname === window.location.pathname && search === window.location.search;
  return staysHere && hash ? undefined : pathname + search + hash;
}

/** Starts to follow links and the browser's history. Returns how to stop. */
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
    // A link within the page makes an entry of its own, without a number.
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
