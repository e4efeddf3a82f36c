//! The client of the server's HTTP API. Its types are generated from the OpenAPI document: `npm run api`.
import createClient, { type Middleware } from 'openapi-fetch';

import { dataOfEvents } from './events';
import { ApiError, failureOf } from './failure';
import type { components, paths } from './schema';

export { ApiError, type Failure, type Problem } from './failure';

type Shapes = components['schemas'];
export type AnalyzeRequest = Shapes['AnalyzeRequest'];
export type AnalysisEvent = Shapes['AnalysisEvent'];
/** An event of a successful analysis. */
export type AnalysisStep = Exclude<AnalysisEvent, { kind: 'failed' }>;

const strange = ({ status }: Response, cause?: unknown): ApiError =>
  new ApiError({ kind: 'strange', status }, { cause });

const failures: Middleware = {
  onResponse: async ({ response, options }) => {
    if (!response.ok) throw new ApiError(await failureOf(response));
    if (options.parseAs !== 'json') return;
    const text = await response
      .clone()
      .text()
      .catch((error: unknown) => {
        throw lost(error);
      });
    // Some requests have an answer without a body.
    if (text === '') return;
    try {
      JSON.parse(text);
    } catch (error) {
      // The response of a proxy, for example, is not JSON.
      throw strange(response, error);
    }
  },
  onError: ({ error }) => lost(error),
};

/** The error of a broken or aborted connection. */
function lost(error: unknown): Error {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new ApiError({ kind: 'gone' }, { cause: error });
}

/** Creates a client. It throws every failure as an `ApiError`. */
export function connect(baseUrl = '') {
  const client = createClient<paths>({ baseUrl });
  client.use(failures);
  return client;
}

export type Api = ReturnType<typeof connect>;

/** The client of the server that serves the app. */
export const ownServer = connect();

/** Returns the body of a response that has one. */
export async function answerOf<Answer>(
  call: Promise<{ data?: Answer; response: Response }>,
): Promise<NonNullable<Answer>> {
  const { data, response } = await call;
  if (data === undefined || data === null) throw strange(response);
  return data;
}

/**
 * Analyzes a position on the server and yields its progress; the last step is the answer. Ends without an answer when
 * aborted. Throws an `ApiError` when the server refuses or disconnects.
 */
export async function* analyze(
  api: Api,
  request: AnalyzeRequest,
  signal: AbortSignal,
): AsyncGenerator<AnalysisStep, void> {
  try {
    const call = api.POST('/api/v1/analyze', { body: request, parseAs: 'stream', signal });
    for await (const text of dataOfEvents(await answerOf(call))) {
      const event = JSON.parse(text) as AnalysisEvent;
      if (event.kind === 'failed') throw new ApiError({ kind: 'problem', problem: event.problem });
      yield event;
      if (event.kind === 'answer') return;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof ApiError ? error : new ApiError({ kind: 'gone' }, { cause: error });
  }
  if (!signal.aborted) throw new ApiError({ kind: 'gone' });
}
