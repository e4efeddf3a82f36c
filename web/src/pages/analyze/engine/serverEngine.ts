//! A client of the server's engine with the interface of the browser's engine.
import { sentence } from '../../../base/errors';
import { analyze, ApiError, ownServer, type Api } from '../../../lib/api/client';
import type { components } from '../../../lib/api/schema';
import { EngineFailure, type Position } from '../../../lib/engine';
import type { SearchResult, SearchRequest, Report } from '../../../lib/rules';

type AnalysisLimits = components['schemas']['AnalysisLimits'];

export interface AnalysisCallbacks {
  onReport: (report: Report) => void;
  /** Called while the request is queued, with the number of requests ahead of it. */
  onWaiting: (before: number) => void;
}

/** An answer, with `isEarly` set if no limit was reached. */
interface Ended {
  answer: SearchResult;
  isEarly: boolean;
}

/** A search with enough time uses at least this share of its limits. */
const NEARLY = 0.9;

function isEarly(answer: SearchResult, reach: AnalysisLimits | undefined, elapsedMs: number): boolean {
  if (!reach || answer.score?.kind === 'mate') return false;
  const { depth, nodes, moveTimeMs } = reach;
  return answer.depth < depth && answer.nodes < nodes * NEARLY && elapsedMs < moveTimeMs * NEARLY;
}

/**
 * Searches a position on the server. Rejects with an `EngineFailure`: `unavailable` if the server refuses, cannot
 * be reached, or disconnects.
 */
export async function searchOnServer(
  position: Position,
  order: SearchRequest,
  callbacks: AnalysisCallbacks,
  signal: AbortSignal,
  api = ownServer,
): Promise<SearchResult> {
  const first = await searchOnce(api, position, order, callbacks, signal);
  if (!first.isEarly) return first.answer;
  // A server that shuts down gracefully ends its searches with an early answer. A second request fails or reaches a
  // replacement. If the search was really complete, it returns the same answer.
  const second = await searchOnce(api, position, order, callbacks, signal);
  return second.answer;
}

async function searchOnce(
  api: Api,
  { variant, fen, moves }: Position,
  { lines, moveTimeMs }: SearchRequest,
  { onReport, onWaiting }: AnalysisCallbacks,
  signal: AbortSignal,
): Promise<Ended> {
  const request = {
    variant,
    moves: [...moves],
    ...(fen === undefined ? {} : { fen }),
    ...(lines === undefined ? {} : { lines }),
    ...(moveTimeMs === undefined ? {} : { moveTimeMs }),
  };
  let reach: AnalysisLimits | undefined;
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
