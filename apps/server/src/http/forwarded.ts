import type { UntrustedProxy } from '@campus/contract';
import type { FastifyInstance } from 'fastify';
import { isAmong } from './connections.ts';

const headers = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-forwarded-proto',
  'x-forwarded-host',
] as const;

/**
 * Watches for headers of a proxy missing from TRUST_PROXY: everybody behind it counts as one address.
 * Logs it once; the returned function reports what was seen first.
 */
export const watchForwarded = (
  app: FastifyInstance,
  trustProxy: false | string,
): (() => UntrustedProxy | null) => {
  const isTrusted = isAmong(trustProxy);
  let seen: UntrustedProxy | null = null;
  app.addHook('onRequest', (request, _reply, done) => {
    const header = seen ? undefined : headers.find((one) => request.headers[one] !== undefined);
    if (header !== undefined && !isTrusted(request.socket.remoteAddress ?? '')) {
      seen = { header, address: request.ip };
      request.log.warn(
        seen,
        'Requests come with headers of a proxy, which are not believed. If it is yours, set TRUST_PROXY to its address.',
      );
    }
    done();
  });
  return () => seen;
};
