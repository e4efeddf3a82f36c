//! What the browser's tab says: what the page is called, and before it what calls for the visitor.

let page = '';
let call: string | undefined;

function write(): void {
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
export function titleCall(text: string | undefined): void {
  call = text;
  write();
}
