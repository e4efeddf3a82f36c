//! The challenges that were made on this device and may still be open: who has left their page finds them again.
import { readStored, store } from '../app/storage';
import { http, statusOf, type Challenge } from './http';

const MADE = 'friend.made';
/** The oldest are forgotten first. */
const MOST = 8;

function readIds(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(-MOST) : undefined;
}

const ids = (): string[] => readStored(MADE, readIds) ?? [];

/** Remembers a challenge that was made. */
export function rememberMade(id: string): void {
  store(MADE, [...ids().filter((known) => known !== id), id].slice(-MOST));
}

/** Those that wait for somebody. What has become of the others is known: they are forgotten. */
export async function waitingChallenges(): Promise<Challenge[]> {
  const found = await Promise.all(
    ids().map(async (id) => {
      try {
        return { id, challenge: await http.challenge(id) };
      } catch (error) {
        return statusOf(error) === 404 ? { id } : undefined;
      }
    }),
  );
  const answered = found.filter((one) => one !== undefined);
  const open = answered.flatMap(({ challenge }) =>
    challenge?.state === 'open' && challenge.yours ? [challenge] : [],
  );
  const over = answered.filter(({ id }) => !open.some((challenge) => challenge.id === id));
  if (over.length > 0)
    store(
      MADE,
      ids().filter((id) => !over.some((one) => one.id === id)),
    );
  return open;
}
