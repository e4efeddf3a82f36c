//! The engine of the server, asked as the engine of the page is.
import { analyse, ApiError, connect } from '../../../lib/api/client';
import { EngineFailure, type Position } from '../../../lib/engine';
import type { Answer, Order, Report } from '../../../lib/rules';

export interface Hearing {
  onReport: (report: Report) => void;
  /** It waits for others; so many begin before it. */
  onWaiting: (before: number) => void;
}

/** Has the server think about a position. Rejects with an `EngineFailure`: `unavailable` if the server refuses, cannot
 *  be reached or goes away. */
export async function searchOnServer(
  { variant, fen, moves }: Position,
  { lines, moveTimeMs }: Order,
  { onReport, onWaiting }: Hearing,
  signal: AbortSignal,
): Promise<Answer> {
  const request = {
    variant,
    moves: [...moves],
    ...(fen === undefined ? {} : { fen }),
    ...(lines === undefined ? {} : { lines }),
    ...(moveTimeMs === undefined ? {} : { moveTimeMs }),
  };
  try {
    for await (const step of analyse(connect(), request, signal)) {
      if (step.kind === 'waiting') onWaiting(step.before);
      else if (step.kind === 'line') onReport(step.report);
      else if (step.kind === 'answer') return step.answer;
    }
  } catch (error) {
    throw error instanceof ApiError ? new EngineFailure('unavailable', error.message) : error;
  }
  throw new EngineFailure('stopped');
}
