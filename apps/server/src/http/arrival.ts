import type { IncomingMessage, Server } from 'node:http';

/** What arrives more slowly than this (128 kbit/s) after the time that every request has is given up. */
const leastBytesPerSecond = 16 * 1024;

/** Whether a request that has brought so many bytes in so many milliseconds is too slow to wait for. */
export const isTooSlow = (elapsed: number, bytes: number, timeout: number): boolean =>
  elapsed > timeout + (bytes / leastBytesPerSecond) * 1000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Watches the bodies that arrive: by their progress and not by one clock, which is too short for a
 * large file on a slow line and too long for everything else. `giveUp` ends the request.
 */
export const watchArrival = (
  server: Server,
  timeout: number,
  giveUp: (request: IncomingMessage) => void,
): void => {
  const arriving = new Map<IncomingMessage, { readonly since: number; readonly before: number }>();
  server.prependListener('request', (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    arriving.set(request, { since: performance.now(), before: request.socket.bytesRead });
    request.once('close', () => arriving.delete(request));
  });
  const look = (): void => {
    for (const [request, { since, before }] of arriving) {
      const bytes = request.socket.bytesRead - before;
      if (!request.complete && isTooSlow(performance.now() - since, bytes, timeout))
        giveUp(request);
    }
  };
  const watch = setInterval(look, Math.min(5000, timeout / 2)).unref();
  server.once('close', () => clearInterval(watch));
};
