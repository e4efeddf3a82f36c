import { expect, it } from 'vitest';

import { eventsOf } from './serverEngine';

function streamOf(...pieces: string[]): ReadableStream<Uint8Array> {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  return new ReadableStream({
    pull(controller) {
      const next = bytes.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

async function all(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const events: string[] = [];
  for await (const event of eventsOf(stream)) events.push(event);
  return events;
}

it('reads events however the network cuts them', async () => {
  const text =
    'event: line\ndata: {"a":1}\n\n: keep alive\n\nevent: answer\r\ndata: {"b":\r\ndata: 2}\r\n\r\n';
  const whole = ['{"a":1}', '{"b":\n2}'];
  expect(await all(streamOf(text))).toEqual(whole);
  expect(await all(streamOf(...text.replaceAll('\r', '').split('')))).toEqual(whole);
});

it('does not take half an event for one', async () => {
  expect(await all(streamOf('data: 1\n\ndata: 2'))).toEqual(['1']);
});
