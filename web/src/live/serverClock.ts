//! An estimate of the server's time, as exact as round trips allow. Callers pass the time of a monotonic clock.

/** The assumed maximum drift between two clocks during a comparison, in milliseconds. */
const DRIFT_MS = 250;

export class ServerClock {
  #ahead: number | undefined;
  #roundTrip = Infinity;

  /** Records the server's time in an answer to a message sent at `sent`. The shortest round trip is the most exact. */
  addSample(server: number, sent: number, now: number): void {
    const roundTrip = now - sent;
    if (roundTrip > this.#roundTrip && !this.#hasJumped(server, roundTrip, now)) return;
    this.#roundTrip = roundTrip;
    this.#ahead = server - (sent + roundTrip / 2);
  }

  /**
   * Returns true if the server's clock was reset: its answer was written during the round trip, which bounds the time.
   */
  #hasJumped(server: number, roundTrip: number, now: number): boolean {
    const doubt = this.#roundTrip / 2 + DRIFT_MS;
    const estimate = this.at(now);
    return estimate < server - doubt || estimate > server + roundTrip + doubt;
  }

  /**
   * Discards the precision of earlier measurements: after a reconnect the local clock may have stopped during sleep.
   */
  distrust(): void {
    this.#roundTrip = Infinity;
  }

  /** Returns the server time in milliseconds since 1970; the local time of day until there is an estimate. */
  at(now: number): number {
    return now + (this.#ahead ?? Date.now() - now);
  }
}
