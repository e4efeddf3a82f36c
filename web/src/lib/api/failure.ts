//! Failures of requests to the server. The caller chooses the text on the screen.
import type { components } from './schema';

/** A problem that the server reports (RFC 9457), by HTTP or on the WebSocket. */
export type Problem = components['schemas']['Problem'];

export type Failure =
  /** The server reports a problem. */
  | {
      readonly kind: 'problem';
      readonly problem: Problem;
      /** The seconds until the next try, if the server sends them. */
      readonly retryAfter?: number;
    }
  /** The server cannot be reached, or disconnected before it was done. */
  | { readonly kind: 'gone' }
  /** The response did not come from Faraday. */
  | { readonly kind: 'strange'; readonly status: number };

function sentence(failure: Failure): string {
  switch (failure.kind) {
    case 'problem':
      return failure.problem.detail;
    case 'gone':
      return 'the server cannot be reached';
    case 'strange':
      return `the server's answer makes no sense (status ${failure.status})`;
  }
}

export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  constructor(
    readonly failure: Failure,
    options?: ErrorOptions,
  ) {
    super(sentence(failure), options);
  }
}

/** Returns the kind of a problem that the server reported; undefined for any other error. */
export const problemKind = (error: unknown): Problem['kind'] | undefined =>
  error instanceof ApiError && error.failure.kind === 'problem' ? error.failure.problem.kind : undefined;

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'kind' in body && 'detail' in body;

/** Returns the failure that an unsuccessful response describes. */
export async function failureOf(response: Response): Promise<Failure> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!isProblem(body)) return { kind: 'strange', status: response.status };
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return { kind: 'problem', problem: body, ...(Number.isFinite(retryAfter) && { retryAfter }) };
}
