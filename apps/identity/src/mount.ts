import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoints, IdentityRequest } from './endpoint.ts';
import { transientErrorMessage, Refusal, refusalFor } from './errors.ts';
import { basePath, type Parts } from './identity.ts';
import { recordSessionChange } from './sessions.ts';
import type { University } from './university/university.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Navigated to by browsers, from any site: no origin check. */
    readonly visit?: true;
  }
  interface FastifyRequest {
    /** Why the reply is 503, for the log. */
    unavailable?: { readonly level: 'warn' | 'error'; readonly reason: string };
  }
}

const bodyLimit = 16 * 1024;

/** Mounts the endpoints; any other path below the base gives 404. */
export const mountIdentity = async (
  app: FastifyInstance,
  parts: Parts,
  endpoints: Endpoints,
  university: Promise<University> | undefined,
): Promise<void> => {
  await app.register(
    async (scope) => {
      // Bodies of any type arrive as bytes: the endpoint decides which type it accepts.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
        done(null, body),
      );
      scope.setErrorHandler((error, request, reply) => {
        const reason = transientErrorMessage(error);
        if (reason !== undefined) request.unavailable = { level: 'warn', reason };
        return refuse(parts, reply, error);
      });
      const ofOurPages = createOriginCheck(parts.publicUrl, parts.trustedOrigins);
      // Not for navigations: people come from their provider and from other pages.
      scope.addHook('onRequest', async (request, reply) => {
        if (!request.routeOptions.config.visit) await ofOurPages(request, reply);
      });
      scope.setNotFoundHandler((_request, reply) =>
        refuse(parts, reply, new Refusal('not_found', 'There is nothing at this address.')),
      );

      for (const [route, endpoint] of Object.entries(endpoints)) {
        const [method = '', url = ''] = route.split(' ');
        scope.route({
          method,
          url,
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const asked = readable(request);
            const { body, setCookies = [] } = await endpoint(asked);
            await recordSessionChange(parts, setCookies, asked);
            return send(reply, 200, body, setCookies);
          },
        });
        scope.options(url, (_request, reply) =>
          reply
            .header('access-control-allow-methods', method)
            .header('access-control-allow-headers', 'content-type')
            .header('access-control-max-age', '600')
            .status(204)
            .send(),
        );
      }
      if (university) mountVisits(scope, parts, await university);
    },
    { prefix: basePath },
  );
};

/** Mounts the addresses browsers navigate to; each replies with a redirect. */
const mountVisits = (scope: FastifyInstance, parts: Parts, university: University): void => {
  for (const place of ['start', 'callback'] as const)
    scope.route({
      method: 'GET',
      url: `/university/${place}`,
      exposeHeadRoute: false,
      config: { visit: true },
      handler: async (request, reply) => {
        const query = request.url.split('?').slice(1).join('?');
        const { referer } = request.headers;
        const asked = readable(request);
        const { location, setCookies } = await university[place]({ ...asked, query, referer });
        await recordSessionChange(parts, setCookies, asked);
        if (setCookies.length > 0) reply.header('set-cookie', [...setCookies]);
        return reply
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .redirect(location, 303);
      },
    });
};

const readable = (request: FastifyRequest): IdentityRequest => ({
  id: request.id,
  contentType: request.headers['content-type'],
  body: request.body instanceof Buffer ? request.body : undefined,
  ip: request.ip,
  cookie: request.headers.cookie ?? '',
  userAgent: request.headers['user-agent'] ?? '',
  gone: () => request.raw.socket.destroyed,
});

const send = (
  reply: FastifyReply,
  status: number,
  body: object,
  setCookies: readonly string[] = [],
): FastifyReply => {
  if (setCookies.length > 0) reply.header('set-cookie', [...setCookies]);
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
};

const refuse = ({ log }: Parts, reply: FastifyReply, error: unknown): FastifyReply => {
  const { refusal, unexpected } = refusalFor(error);
  if (unexpected && transientErrorMessage(error) === undefined)
    log.error(
      { err: error, requestId: reply.request.id },
      'The identity service could not answer.',
    );
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  return send(reply, refusal.status, refusal.body);
};

/**
 * Keeps pages of other origins from using the visitor’s cookie. Browsers send `Origin` with every POST
 * and every cross-origin fetch, and only `Sec-Fetch-Site` with a same-origin GET; other clients send
 * neither.
 */
const createOriginCheck = (publicUrl: string, trustedOrigins: (origin: string) => boolean) => {
  const own = new URL(publicUrl).origin;

  /** Throws `forbidden`, or lets a page of a trusted origin read the reply (CORS). */
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
};

const foreign = (): Refusal =>
  new Refusal('forbidden', 'This request did not come from a page of your campus.');
