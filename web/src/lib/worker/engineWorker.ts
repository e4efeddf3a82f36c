//! The entry point of the web worker that runs the engine.
import { fetchBook } from '../books';

import { loadPackage } from './builds';
import { CommandHandler } from './commandHandler';
import { fetchNetwork } from './networks';
import type { Command, Message } from './protocol';

const send = (message: Message): void => postMessage(message);

try {
  const handler = new CommandHandler(await loadPackage(), send, fetchNetwork, fetchBook);
  onmessage = (event: MessageEvent<Command>) => void handler.handle(event.data);
} catch (error) {
  send({ kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) });
}
