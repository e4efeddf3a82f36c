//! *Play now*: posts the chosen seeks, and reports the game that begins.
import { families, variantOf } from '../base/catalog.svelte';
import { readStored, store } from '../base/storage';
import { problemKind } from '../lib/api/failure';
import { isMember, withSession } from '../live/session.svelte';
import { DEFAULTS, isSameSeek, readChoices, seeksOf, type Choices } from './choices';
import { http, type NewSeek } from './http';
import { rememberLobbyGame, rememberSeek } from './ownSeeks.svelte';

const CHOICES = 'lobby.choices';

/** Returns the choices of the last seek. The default has all main variants. */
export function storedChoices(): Choices {
  const choices = readStored(CHOICES, readChoices) ?? DEFAULTS;
  const known = choices.variants.filter((id) => variantOf(id));
  return { ...choices, variants: known.length > 0 ? known : families().map(({ main }) => main.id) };
}

/** Stores the choices for the next seek. */
export const storeChoices = (choices: Choices): void => store(CHOICES, choices);

/** The result of *Play now*: a game, or the seeks that wait, with the reason why another one was refused. */
export interface PlayNowResult {
  readonly game?: string;
  readonly seeks: readonly string[];
  readonly refused?: unknown;
  /** True if an identical correspondence seek waited before, so none was posted. */
  readonly isRepeated?: boolean;
}

/** The refusals after which a seek of the other kind, with clocks or with days, may still succeed. */
const OF_ONE_KIND: readonly unknown[] = ['not-now', 'quota-reached'];

/** Checks that a correspondence seek for the same games waits. Seeks with a clock end by themselves. */
async function isWaiting(wanted: NewSeek): Promise<boolean> {
  if (wanted.terms.some(({ clock }) => clock)) return false;
  const list = await http.seeks().catch(() => []);
  return list.some((seek) => isSameSeek(wanted, seek));
}

/**
 * Posts the seeks one after the other, and stops at the first game. Throws if none can be posted. Seeks that already
 * wait remain. After a game, other opponents than the last one are preferred.
 */
export async function playNow(choices: Choices, after?: string): Promise<PlayNowResult> {
  return withSession(async () => {
    const seeks: string[] = [];
    let refused: Error | undefined;
    let isRepeated = false;
    for (const wanted of seeksOf(choices, isMember() ? 'member' : 'guest')) {
      if (await isWaiting(wanted)) {
        isRepeated = true;
        continue;
      }
      try {
        const { game, seek } = await http.post({ ...wanted, ...(after !== undefined && { after }) });
        if (game !== undefined) {
          rememberLobbyGame(game);
          return { game, seeks };
        }
        if (seek !== undefined) {
          rememberSeek(seek);
          seeks.push(seek);
        }
      } catch (error) {
        if (seeks.length === 0 && !OF_ONE_KIND.includes(problemKind(error))) throw error;
        refused ??= error instanceof Error ? error : new Error(String(error));
      }
    }
    if (refused !== undefined && seeks.length === 0 && !isRepeated) throw refused;
    return { seeks, ...(refused && { refused }), ...(isRepeated && { isRepeated }) };
  });
}
