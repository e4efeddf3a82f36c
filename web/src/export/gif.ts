//! Exports a game as an animated GIF: draws it here, and encodes it in a worker.
import { drawScene, loadDrawings, paint, type Scene } from './diagram';
import type { Command, Message } from './gifWorker';

interface Options {
  /** The scenes in order, requested one at a time. */
  scenes: Iterable<Scene>;
  count: number;
  width: number;
  delayMs: number;
  onProgress: (done: number) => void;
  signal: AbortSignal;
}

/** The last position is shown this many times as long. */
const LAST = 3;

/** Sends a command and waits for its response. */
function ask(worker: Worker, command: Command, signal: AbortSignal): Promise<Message> {
  return new Promise((resolve, reject) => {
    const end = (act: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      act();
    };
    const onAbort = (): void => end(() => reject(signal.reason as Error));
    worker.onmessage = ({ data }: MessageEvent<Message>) => end(() => resolve(data));
    worker.onerror = (event) => {
      event.preventDefault();
      end(() => reject(new Error(event.message || 'the worker has died')));
    };
    signal.addEventListener('abort', onAbort);
    worker.postMessage(command, command.kind === 'frame' ? [command.pixels] : []);
  });
}

/** Creates the GIF. Rejects with the signal's reason if it is canceled. */
export async function makeGif({ scenes, count, width, delayMs, onProgress, signal }: Options): Promise<Blob> {
  const drawings = await loadDrawings();
  const worker = new Worker(new URL('./gifWorker.ts', import.meta.url), { type: 'module', name: 'gif' });
  const canvas = document.createElement('canvas');
  let done = 0;
  try {
    for (const scene of scenes) {
      signal.throwIfAborted();
      const context = await paint(drawScene(scene, drawings, width), canvas);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const isLast = done === count - 1;
      const frame: Command = {
        kind: 'frame',
        pixels: data.buffer,
        width: canvas.width,
        height: canvas.height,
        delayMs: isLast ? delayMs * LAST : delayMs,
      };
      await ask(worker, frame, signal);
      done += 1;
      onProgress(done);
    }
    const answer = await ask(worker, { kind: 'finish' }, signal);
    if (answer.kind !== 'gif') throw new Error('the worker has not answered with a picture');
    return new Blob([answer.bytes], { type: 'image/gif' });
  } finally {
    worker.terminate();
  }
}
