/** Rejects with the signal's reason once it aborts, as `fetch` does: for work that cannot be aborted itself. */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject);
  });
