//! The states of the page's connection to the server.
export type Standing =
  /** Nobody needs it. */
  | 'idle'
  | 'connecting'
  | 'open'
  /** It was lost, and is tried again. */
  | 'lost'
  /** No socket can be opened, but HTTP works. */
  | 'polling'
  /** Too many other tabs of the same player: it stays away until it is asked for. */
  | 'elsewhere'
  /** The server speaks otherwise than this page, even after a reload. */
  | 'refused';
