//! The engine of the server, told over server-sent events.
import { EngineFailure, type Position } from '../../../lib/engine';
import type { Answer, Order, Report } from '../../../lib/rules';

type Said =
  | { kind: 'waiting'; before: number }
  | { kind: 'started' }
  | { kind: 'line'; report: Report }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'failed'; problem: { title: string; detail?: string } };

export interface Hearing {
  onReport: (report: Report) => void;
  /** It waits for others; so many begin before it. */
  onWaiting: (before: number) => void;
}

const PATH = '/api/v1/analyse';

/** The data of the events in a stream, one after another. */
export async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = '';
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      const events = (rest + step.value).replaceAll('\r\n', '\n').split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const lines = event.split('\n').filter((line) => line.startsWith('data:'));
        if (lines.length > 0) yield lines.map((line) => line.slice(5).trimStart()).join('\n');
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function complaint(response: Response): Promise<string> {
  try {
    const { detail, title } = (await response.json()) as { detail?: string; title?: string };
    return detail ?? title ?? response.statusText;
  } catch {
    return response.statusText || String(response.status);
  }
}

async function ask(position: Position, order: Order, signal: AbortSignal): Promise<Response> {
  const { variant, fen, moves } = position;
  const { lines, moveTimeMs, nodes, depth } = order;
  try {
    return await fetch(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ variant, fen, moves, lines, moveTimeMs, nodes, depth }),
      signal,
    });
  } catch (error) {
    throw gone(error, signal);
  }
}

const gone = (error: unknown, signal: AbortSignal): EngineFailure =>
  signal.aborted
    ? new EngineFailure('stopped')
    : new EngineFailure('unavailable', error instanceof Error ? error.message : String(error));

/** Has the server think about a position. Rejects with an `EngineFailure`: `unavailable` if the server cannot be
 *  reached or goes away. */
export async function searchOnServer(
  position: Position,
  order: Order,
  { onReport, onWaiting }: Hearing,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await ask(position, order, signal);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!response.ok || !response.body || !isStream) {
    throw new EngineFailure('unavailable', await complaint(response));
  }
  try {
    for await (const data of eventsOf(response.body)) {
      const said = JSON.parse(data) as Said;
      if (said.kind === 'waiting') onWaiting(said.before);
      else if (said.kind === 'line') onReport(said.report);
      else if (said.kind === 'answer') return said.answer;
      else if (said.kind === 'failed') {
        throw new EngineFailure('unavailable', said.problem.detail ?? said.problem.title);
      }
    }
  } catch (error) {
    throw error instanceof EngineFailure ? error : gone(error, signal);
  }
  throw gone(new Error('the connection ended'), signal);
}
