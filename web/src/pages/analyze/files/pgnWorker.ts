//! The web worker that reads game files without blocking the page. It holds the games and returns them one at a time.
import type { GameRecord } from '../../../game/record';
import { loadRules } from '../../../lib/rules';

import type { Command, FalseResult, Message, RejectedGame } from './protocol';
import { entriesOf, falseResult, replayed, sortEntries, type StoredGame } from './reading';

/** The time for which games are replayed before the worker reports progress and checks for commands. */
const AT_ONCE_MS = 250;

const send = (message: Message): void => postMessage(message);
const kept: StoredGame[] = [];
let isStopped = false;

const recordOf = ({ text }: StoredGame): GameRecord => JSON.parse(text) as GameRecord;

async function read({ file, variant, language }: Extract<Command, { kind: 'read' }>): Promise<void> {
  await loadRules();
  for await (const { entries, bytes } of entriesOf(file, variant)) {
    if (isStopped) return;
    const found = sortEntries(entries, kept.length);
    kept.push(...found.kept);
    const { games, bad, notes } = found;
    send({ kind: 'found', games, bad, notes, bytes });
  }
  await check(language);
  send({ kind: 'done' });
}

async function check(language: string): Promise<void> {
  let at = 0;
  while (at < kept.length && !isStopped) {
    const bad: RejectedGame[] = [];
    const falseResults: FalseResult[] = [];
    for (const end = performance.now() + AT_ONCE_MS; at < kept.length && performance.now() < end; at += 1) {
      const game = kept[at];
      if (!game) continue;
      const record = recordOf(game);
      const { fault, result } = replayed(record, language);
      const wrong = result === undefined ? undefined : falseResult(game, record, result);
      if (wrong) falseResults.push(wrong);
      if (!fault) continue;
      const { text, isStart } = fault;
      bad.push({ game: at, bad: { line: game.line, place: 'game', text, ...(isStart ? {} : { at }) } });
    }
    send({ kind: 'checked', bad, falseResults, done: at });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

onmessage = ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'stop') {
    isStopped = true;
    return;
  }
  if (data.kind === 'open') {
    const game = kept[data.at];
    if (game) send({ kind: 'record', record: recordOf(game) });
    return;
  }
  read(data).catch((error: unknown) => {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  });
};
