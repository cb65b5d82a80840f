import type { Endpoint } from '@campus/contract';
import type { FastifyInstance } from 'fastify';
import { compress, type Compressed, sendCompressed } from '../http/compressed.ts';
import { openApiDocument } from './document.ts';
import { pagePolicy } from '../http/html.ts';
import { referencePage } from './reference-page.ts';

/** Returns a list to which every endpoint mounted from now on is added. */
export const watchEndpoints = (api: FastifyInstance): readonly Endpoint[] => {
  const endpoints: Endpoint[] = [];
  api.addHook('onRoute', ({ config, method }) => {
    if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint);
  });
  return endpoints;
};

/** Serves the API's description for programs and people. Public, since it has no personal data. */
export const openApiRoutes = (api: FastifyInstance, endpoints: readonly Endpoint[]): void => {
  let json: Promise<Compressed> | undefined;
  let page: Promise<Compressed> | undefined;
  api.get('/openapi.json', async (request, reply) =>
    sendCompressed(
      await (json ??= compress(JSON.stringify(openApiDocument(endpoints), null, 1))),
      request,
      // Tools on other origins read it too, such as generators and viewers.
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
