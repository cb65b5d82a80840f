import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';

const header = 'x-request-id';
/** Ids as proxies generate them: short, and without anything that could break a log line. */
const acceptable = /^[\w.:=+@-]{1,100}$/;

/** The request id given by a proxy, or a new one. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers[header];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
};

/** Sets the request id, as found in the log, on each reply. */
export const answerRequestId = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(header, request.id);
    done();
  });
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was answered 503, for its log line, and the line's level. */
    unavailable?: { readonly level: 'warn' | 'error'; readonly reason: string };
  }
}

/**
 * One line per request: id, method, route, status and milliseconds. The route is the pattern, not the
 * URL, because URLs contain people's e-mails and one-time tokens.
 */
export class RequestLog extends LogController {
  /** Number of replies with status 500 or above. */
  errors = 0;

  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {
    // Logged once, when it is answered.
  }

  override routeNotFound(): void {
    // Logged like any other request; Fastify's own line would include the URL.
  }

  override requestCompleted(
    _error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (reply.statusCode >= 500) this.errors += 1;
    const { level = 'info', reason } = request.unavailable ?? {};
    request.log[level]({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(reason !== undefined && { reason }),
    });
  }
}
