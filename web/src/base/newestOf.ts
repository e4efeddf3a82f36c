//! Requests whose answers may arrive in another order.

/** Returns a function that calls `request`, and that returns nothing if the result of a later call has arrived already. */
export function newestOf<Result>(request: () => Promise<Result>): () => Promise<Result | undefined> {
  let calls = 0;
  let newest = 0;
  return async () => {
    calls += 1;
    const call = calls;
    const isOutdated = (): boolean => {
      if (call < newest) return true;
      newest = call;
      return false;
    };
    try {
      const result = await request();
      return isOutdated() ? undefined : result;
    } catch (error) {
      if (isOutdated()) return undefined;
      throw error;
    }
  };
}
