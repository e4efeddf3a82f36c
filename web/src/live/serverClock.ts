//! What time it is at the server, as well as the way there lets it be known. Reads no clock: whoever asks says what time it
//! is here, by a clock that only ever goes on.

/** How far two clocks may drift apart while they are compared, in milliseconds. */
const DRIFT_MS = 250;

export class ServerClock {
  #ahead: number | undefined;
  #roundTrip = Infinity;

  /** The server said what time it is, in answer to what was sent then. The shortest way is the surest. */
  heard(server: number, sent: number, now: number): void {
    const roundTrip = now - sent;
    if (roundTrip > this.#roundTrip && !this.#hasJumped(server, roundTrip, now)) return;
    this.#roundTrip = roundTrip;
    this.#ahead = server - (sent + roundTrip / 2);
  }

  /** Whether the server's clock was set since: its answer was written during the round trip, so it bounds the time. */
  #hasJumped(server: number, roundTrip: number, now: number): boolean {
    const doubt = this.#roundTrip / 2 + DRIFT_MS;
    const estimate = this.at(now);
    return estimate < server - doubt || estimate > server + roundTrip + doubt;
  }

  /** What was heard on another connection is no measure any more: a machine that slept has lost time. */
  distrust(): void {
    this.#roundTrip = Infinity;
  }

  /** The server's time in milliseconds since 1970; the time of day here until something is heard. */
  at(now: number): number {
    return now + (this.#ahead ?? Date.now() - now);
  }
}
