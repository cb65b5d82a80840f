import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

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
