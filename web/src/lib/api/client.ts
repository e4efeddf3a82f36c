//! The server's API. Its types are generated from its description: `npm run api`.
import createClient, { type Middleware } from 'openapi-fetch';

import { dataOfEvents } from './events';
import { ApiError, failureOf } from './failure';
import type { components, paths } from './schema';

export { ApiError, type Failure, type Problem } from './failure';

type Shapes = components['schemas'];
export type AnalyzeRequest = Shapes['AnalyzeRequest'];
export type AnalysisEvent = Shapes['AnalysisEvent'];
/** What is told of an analysis that goes well. */
export type AnalysisStep = Exclude<AnalysisEvent, { kind: 'failed' }>;

const failures: Middleware = {
  onResponse: async ({ response }) => {
    if (!response.ok) throw new ApiError(await failureOf(response));
  },
  onError: ({ error }) => {
    if (error instanceof DOMException && error.name === 'AbortError') return error;
    return new ApiError({ kind: 'gone' }, { cause: error });
  },
};

/** Asks a server; what it does not answer as hoped is thrown as an `ApiError`. */
export function connect(baseUrl = '') {
  const client = createClient<paths>({ baseUrl });
  client.use(failures);
  return client;
}

export type Api = ReturnType<typeof connect>;

/**
 * Lets the server analyze a position, and tells what happens; the last step is the answer. Ends without one when it is
 * aborted, throws an `ApiError` when the server refuses or goes away.
 */
export async function* analyze(
  api: Api,
  request: AnalyzeRequest,
  signal: AbortSignal,
): AsyncGenerator<AnalysisStep, void> {
  try {
    const { data, response } = await api.POST('/api/v1/analyze', {
      body: request,
      parseAs: 'stream',
      signal,
    });
    if (!data) throw new ApiError({ kind: 'strange', status: response.status });
    for await (const text of dataOfEvents(data)) {
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
