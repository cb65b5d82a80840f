import type { Endpoint } from '@campus/contract';
import type { FastifyInstance } from 'fastify';
import { compress, type Compressed, sendCompressed } from '../http/compressed.ts';
import { openApiDocument } from './document.ts';
import { pagePolicy } from '../http/html.ts';
import { referencePage } from './reference-page.ts';

/** Adds each endpoint that is mounted from now on to the list it answers. */
export const watchEndpoints = (api: FastifyInstance): readonly Endpoint[] => {
  const endpoints: Endpoint[] = [];
  api.addHook('onRoute', ({ config, method }) => {
    if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint);
  });
  return endpoints;
};

/** What the API is, for programs and for people: public, since it says nothing about anybody. */
export const openApiRoutes = (api: FastifyInstance, endpoints: readonly Endpoint[]): void => {
  let json: Promise<Compressed> | undefined;
  let page: Promise<Compressed> | undefined;
  api.get('/openapi.json', async (request, reply) =>
    sendCompressed(
      await (json ??= compress(JSON.stringify(openApiDocument(endpoints), null, 1))),
      request,
      // Programs of other origins read it too: generators, testers, readers of such documents.
      reply.header('access-control-allow-origin', '*'),
      { type: 'application/json; charset=utf-8' },
    ),
  );
  api.get('/docs', async (request, reply) =>
    sendCompressed(
      await (page ??= compress(referencePage(openApiDocument(endpoints)))),
      request,
      reply.header('content-security-policy', pagePolicy),
      { type: 'text/html; charset=utf-8' },
    ),
  );
};
