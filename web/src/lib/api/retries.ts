//! Requests that are sent again if their answer was lost. Their id lets the server carry them out only once.
import { ApiError } from './failure';

/** The pauses before the repetitions, in milliseconds. */
const PAUSES = [300, 1000, 3000];

/** The header with the id of a request. */
export interface RequestHeaders {
  readonly 'Idempotency-Key': string;
}

/** Returns true if the server may or may not have carried out the request. */
function isUncertain(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { failure } = error;
  if (failure.kind === 'problem') return ['storage', 'shutting-down'].includes(failure.problem.kind);
  return failure.kind === 'gone' || failure.status >= 500;
}

/** Sends a request, and the same request again while its outcome is unknown. Throws the last error. */
export async function withRetries<Answer>(
  id: string,
  send: (headers: RequestHeaders) => Promise<Answer>,
): Promise<Answer> {
  for (const pause of PAUSES) {
    try {
      return await send({ 'Idempotency-Key': id });
    } catch (error) {
      if (!isUncertain(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return send({ 'Idempotency-Key': id });
}
