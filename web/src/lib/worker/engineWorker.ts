//! The worker that runs the engine.
import { fetchBook } from '../books';

import { loadPackage } from './builds';
import { Desk } from './desk';
import { fetchNetwork } from './networks';
import type { Command, Message } from './protocol';

const tell = (message: Message): void => postMessage(message);

try {
  const desk = new Desk(await loadPackage(), tell, fetchNetwork, fetchBook);
  onmessage = (event: MessageEvent<Command>) => void desk.obey(event.data);
} catch (error) {
  tell({ kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) });
}
