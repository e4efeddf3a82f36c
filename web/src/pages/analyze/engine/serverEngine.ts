//! The engine of the server, asked as the engine of the page is.
import { sentence } from '../../../base/faults';
import { analyze, ApiError, ownServer, type Api } from '../../../lib/api/client';
import type { components } from '../../../lib/api/schema';
import { EngineFailure, type Position } from '../../../lib/engine';
import type { Answer, Order, Report } from '../../../lib/rules';

type Reach = components['schemas']['Reach'];

export interface Hearing {
  onReport: (report: Report) => void;
  /** It waits for others; so many begin before it. */
  onWaiting: (before: number) => void;
}

/** An answer, and whether it came before any limit was reached. */
interface Ended {
  answer: Answer;
  isEarly: boolean;
}

/** An engine that has all the time there is uses nearly all of it. */
const NEARLY = 0.9;

function isEarly(answer: Answer, reach: Reach | undefined, elapsedMs: number): boolean {
  if (!reach || answer.score?.kind === 'mate') return false;
  const { depth, nodes, moveTimeMs } = reach;
  return answer.depth < depth && answer.nodes < nodes * NEARLY && elapsedMs < moveTimeMs * NEARLY;
}

/** Has the server think about a position. Rejects with an `EngineFailure`: `unavailable` if the server refuses, cannot
 *  be reached or goes away. */
export async function searchOnServer(
  position: Position,
  order: Order,
  hearing: Hearing,
  signal: AbortSignal,
  api = ownServer,
): Promise<Answer> {
  const first = await searchOnce(api, position, order, hearing, signal);
  if (!first.isEarly) return first.answer;
  // A server that is shut down in good order ends what it is at with an answer. Asked again, it is gone, or another has
  // taken its place. If there was nothing more to find out, it says so once more.
  const second = await searchOnce(api, position, order, hearing, signal);
  return second.answer;
}

async function searchOnce(
  api: Api,
  { variant, fen, moves }: Position,
  { lines, moveTimeMs }: Order,
  { onReport, onWaiting }: Hearing,
  signal: AbortSignal,
): Promise<Ended> {
  const request = {
    variant,
    moves: [...moves],
    ...(fen === undefined ? {} : { fen }),
    ...(lines === undefined ? {} : { lines }),
    ...(moveTimeMs === undefined ? {} : { moveTimeMs }),
  };
  let reach: Reach | undefined;
  let begun = performance.now();
  try {
    for await (const step of analyze(api, request, signal)) {
      if (step.kind === 'waiting') onWaiting(step.before);
      else if (step.kind === 'line') onReport(step.report);
      else if (step.kind === 'started') {
        reach = step.reach;
        begun = performance.now();
      } else {
        const { answer } = step;
        return { answer, isEarly: isEarly(answer, reach, performance.now() - begun) };
      }
    }
  } catch (error) {
    throw error instanceof ApiError ? new EngineFailure('unavailable', sentence(error)) : error;
  }
  throw new EngineFailure('stopped');
}
