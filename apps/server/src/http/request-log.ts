import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';

const header = 'x-request-id';
/** What proxies make: short, and nothing that could break a line of a log. */
const acceptable = /^[\w.:=+@-]{1,100}$/;

/** The name that the proxy gave a request, or a new one. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers[header];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
};

/** Each reply says the name under which its request stands in the log. */
export const answerRequestId = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(header, request.id);
    done();
  });
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was answered 503: part of its line, which then is a warning or worse. */
    unavailable?: { readonly level: 'warn' | 'error'; readonly reason: string };
  }
}

/**
 * One line a request: its id, method, route, status and milliseconds. The route is the pattern, not the
 * address, because addresses hold people's e-mails and one-time tokens.
 */
export class RequestLog extends LogController {
  /** Replies that said that something is wrong with Campus. */
  errors = 0;

  constructor() {
    super({ requestIdLogLabel: 'requestId' });
  }

  override incomingRequest(): void {
    // Said once, when it is answered.
  }

  override routeNotFound(): void {
    // Answered 404 like any other request; the address is the client's own invention.
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
