//! Why the server has not answered as hoped. What to say of it on the screen is the caller's to choose.
import type { components } from './schema';

/** What the server says is wrong (RFC 9457), by HTTP or on the WebSocket. */
export type Problem = components['schemas']['Problem'];

export type Failure =
  /** The server says what is wrong. */
  | {
      readonly kind: 'problem';
      readonly problem: Problem;
      /** In how many seconds to try again, if the server says so. */
      readonly retryAfter?: number;
    }
  /** The server cannot be reached, or went away before it was done. */
  | { readonly kind: 'gone' }
  /** Something answers that is not Faraday. */
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

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'kind' in body && 'detail' in body;

/** The failure that an answer tells, which is not the one hoped for. */
export async function failureOf(response: Response): Promise<Failure> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!isProblem(body)) return { kind: 'strange', status: response.status };
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return { kind: 'problem', problem: body, ...(Number.isFinite(retryAfter) && { retryAfter }) };
}
