import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

/**
 * Keeps the pages of other origins away from the visitor's cookie. Browsers send `Origin` with
 * every POST and with every cross-origin fetch, and nothing but `Sec-Fetch-Site` with a same-origin
 * GET; other clients send neither.
 */
export function createOriginCheck(publicUrl: string, trustedOrigins: (origin: string) => boolean) {
  const own = new URL(publicUrl).origin;

  /** Throws `forbidden`, or lets a page of a trusted origin read the answer (CORS). */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin !== undefined) {
      if (origin !== own && !trustedOrigins(origin)) throw foreign();
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-allow-credentials', 'true');
      reply.header('access-control-expose-headers', 'retry-after');
      return;
    }
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign();
    const carriesCookie = request.headers.cookie !== undefined;
    if (request.method === 'POST' && carriesCookie) throw foreign();
  };
}

function foreign(): Refusal {
  return new Refusal('forbidden', 'This request did not come from a page of your campus.');
}
