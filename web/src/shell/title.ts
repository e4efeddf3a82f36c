//! What the browser's tab says: what the page is called, and before it what calls for the visitor.

let page = '';
/** Those that call for the visitor, the most urgent first: an answered challenge, a demand of the game that is shown, time
 *  that was given in it, a running game, the rematch of a game that has ended. */
const CALLERS = ['challenge', 'demand', 'gift', 'game', 'rematch'] as const;

type Caller = (typeof CALLERS)[number];

const calls = new Map<Caller, string>();

function write(): void {
  const [call] = CALLERS.flatMap((caller) => calls.get(caller) ?? []);
  document.title = call === undefined ? page : `${call} – ${page}`;
}

/** What the page is called. */
export const pageTitle = (): string => page;

/** Calls the page by another name. */
export function titlePage(title: string): void {
  page = title;
  write();
}

/** Calls for the visitor, or no more. */
export function titleCall(text: string | undefined, caller: Caller): void {
  if (text === undefined) calls.delete(caller);
  else calls.set(caller, text);
  write();
}
