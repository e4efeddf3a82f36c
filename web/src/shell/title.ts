//! The title of the browser tab: the title of the page, preceded by anything that needs the visitor's attention.

let page = '';
/**
 * The sources of such calls, most urgent first: an answered challenge, a pending decision in the current game, time
 * given by the opponent, a running game, and a rematch.
 */
const CALLERS = ['challenge', 'demand', 'gift', 'game', 'rematch'] as const;

type Caller = (typeof CALLERS)[number];

const calls = new Map<Caller, string>();

function write(): void {
  const [call] = CALLERS.flatMap((caller) => calls.get(caller) ?? []);
  document.title = call === undefined ? page : `${call} – ${page}`;
}

/** Returns the title of the page. */
export const pageTitle = (): string => page;

/** Sets the title of the page. */
export function titlePage(title: string): void {
  page = title;
  write();
}

/** Sets or clears a call for the visitor's attention. */
export function titleCall(text: string | undefined, caller: Caller): void {
  if (text === undefined) calls.delete(caller);
  else calls.set(caller, text);
  write();
}
