//! The worker that reads files of games, so that the page goes on meanwhile. It keeps the games and hands out one at a
//! time.
import type { GameRecord } from '../../../game/record';
import { loadRules } from '../../../lib/rules';

import type { Command, Message } from './protocol';
import { entriesOf, faultOf, sortEntries, type Kept } from './reading';

/** Games that are replayed before the worker looks for commands again. */
const AT_ONCE = 50;

const tell = (message: Message): void => postMessage(message);
const kept: Kept[] = [];

const recordAt = (at: number): GameRecord | undefined => {
  const text = kept[at];
  return text === undefined ? undefined : (JSON.parse(text) as GameRecord);
};

async function read({ file, variant, language }: Extract<Command, { kind: 'read' }>): Promise<void> {
  await loadRules();
  for await (const { entries, bytes } of entriesOf(file, variant)) {
    const found = sortEntries(entries, kept.length);
    kept.push(...found.kept);
    tell({ kind: 'found', games: found.games, bad: found.bad, bytes });
  }
  await check(language);
  tell({ kind: 'done' });
}

async function check(language: string): Promise<void> {
  for (let from = 0; from < kept.length; from += AT_ONCE) {
    const bad: { at: number; text: string }[] = [];
    const done = Math.min(from + AT_ONCE, kept.length);
    for (let at = from; at < done; at += 1) {
      const record = recordAt(at);
      const text = record && faultOf(record, language);
      if (text !== undefined) bad.push({ at, text });
    }
    tell({ kind: 'checked', bad, done });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

onmessage = ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'open') {
    const record = recordAt(data.at);
    if (record) tell({ kind: 'record', record });
    return;
  }
  read(data).catch((error: unknown) => {
    tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  });
};
