import type { IncomingMessage } from 'node:http';

const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a refused request to its end, within limits, so that the reply reaches a browser that is
 * still sending: if the connection closed, it would show a network error instead.
 */
export const drain = async (message: IncomingMessage): Promise<void> => {
  if (message.complete || message.readableEnded || message.destroyed) return;
  await new Promise<void>((resolve) => {
    let seen = 0;
    const done = (): void => {
      message.off('data', count).off('end', done).off('close', done).off('error', done);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      seen += chunk.length;
      if (seen > maxBytes) {
        message.pause();
        done();
      }
    };
    message.on('data', count).on('end', done).on('close', done).on('error', done);
    message.resume();
  });
};
