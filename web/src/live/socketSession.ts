//! Keeps the person of the connection equal to the person of this device's session.
import type { Connection } from './connection';
import { checkSession, identity } from './session.svelte';

/** Checks at every welcome whether the server has recognized the visitor, and reconnects if the session is newer. */
export function followSocketSession(
  connection: Pick<Connection, 'you' | 'state' | 'renew' | 'onwelcome'>,
): void {
  const isOurs = (): boolean => connection.you?.person === identity()?.person;
  /** True after a new connection until the visitor is recognized: a proxy may remove cookies. */
  let isRenewed = false;
  connection.onwelcome = () => {
    if (isOurs()) {
      isRenewed = false;
      return;
    }
    // The stored session may be older or newer than the cookie.
    void checkSession()
      .catch(() => undefined)
      .then(() => {
        // The session began while the socket was being opened, and a socket belongs to one person from the start.
        if (isRenewed || isOurs() || connection.state !== 'open') return;
        isRenewed = true;
        connection.renew();
      });
  };
}
