/** Share of a request's body that was sent, from 0 to 1. */
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

/**
 * As `fetch`, for a body whose way is worth watching: `fetch` does not tell how much of it was sent.
 * Rejects like `fetch` does: TypeError without an answer, AbortError when the signal aborts.
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
    request.open(init.method ?? 'GET', address);
    request.responseType = 'arraybuffer';
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => resolve(answerOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The request failed')));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) reject(new DOMException('Aborted', 'AbortError'));
    else request.send((init.body ?? null) as XMLHttpRequestBodyInit | null);
  });
