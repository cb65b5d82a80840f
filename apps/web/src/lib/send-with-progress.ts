/** Receives the fraction of the request body sent so far, from 0 to 1. */
export type OnProgress = (share: number) => void;

const answerOf = (request: XMLHttpRequest): Response => {
  const { status, statusText } = request;
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/);
  const headers = lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
  const body = status === 204 ? null : (request.response as ArrayBuffer);
  return new Response(body, { status, statusText, headers });
};

/** Calls are given up after this time, those with progress once none is made for so long: phones keep dead connections open. */
export const defaultTimeout = 60_000;
/** For calls that process the whole campus; the server finishes them even if nobody waits. Also for the reply to a file. */
export const slowTimeout = 10 * 60_000;

/**
 * Like `fetch`, with upload progress, which `fetch` does not report.
 * Rejects like `fetch`: TypeError without a response, AbortError when the signal aborts.
 */
export const sendWithProgress = (
  address: string,
  init: RequestInit,
  onProgress: OnProgress,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { signal } = init;
    const abort = (): void => request.abort();
    let timer = 0;
    const giveUpAfter = (ms: number): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        reject(new TypeError('No progress'));
        abort();
      }, ms);
    };
    request.open(init.method ?? 'GET', address);
    request.responseType = 'arraybuffer';
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      giveUpAfter(loaded < total ? defaultTimeout : slowTimeout);
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => resolve(answerOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The request failed')));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.addEventListener('loadend', () => {
      window.clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    });
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) return reject(new DOMException('Aborted', 'AbortError'));
    giveUpAfter(defaultTimeout);
    request.send((init.body ?? null) as XMLHttpRequestBodyInit | null);
  });
