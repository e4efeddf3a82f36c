//! What the browser's tab says: what the page is called, and before it what calls for the visitor.

let page = '';
/** What calls for the visitor, by who calls: a challenge that was answered, or a game. */
const calls = new Map<Caller, string>();

type Caller = 'challenge' | 'game';

function write(): void {
  const [call] = calls.values();
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
