//! A parser of server-sent events from a response stream.

/** The longest silence of a live stream: the server sends a heartbeat every fifteen seconds. */
const SILENCE_MS = 45_000;

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`silent for ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

const dataOf = (event: string): string =>
  event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');

/** Yields the data of each event that has any. Throws if the stream breaks or times out. */
export async function* dataOfEvents(
  stream: ReadableStream<Uint8Array>,
  silenceMs = SILENCE_MS,
): AsyncGenerator<string, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let unread = '';
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read());
      if (done) return;
      unread += decoder.decode(value, { stream: true });
      const events = unread.split('\n\n');
      unread = events.pop() ?? '';
      yield* events.map(dataOf).filter((data) => data !== '');
    }
  } finally {
    // Also reached if the consumer stops early: then the server stops working.
    await reader.cancel().catch(() => undefined);
  }
}
