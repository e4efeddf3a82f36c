//! The possible states of the app's connection to the server.
export type ConnectionState =
  /** Nothing needs a connection. */
  | 'idle'
  | 'connecting'
  | 'open'
  /** The connection was lost and is being retried. */
  | 'lost'
  /** No socket can be opened, but HTTP works. */
  | 'polling'
  /** Too many tabs of the same player: this one stays disconnected until it is used. */
  | 'elsewhere'
  /** The server's protocol differs from this app's, even after a reload. */
  | 'refused';
