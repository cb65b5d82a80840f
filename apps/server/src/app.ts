import * as contract from '@campus/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type RouteOptions,
} from 'fastify';
import { isUtf8 } from 'node:buffer';
import type { Server } from 'node:http';
import type { Campus } from './campus.ts';
import {
  createIdentityService,
  createVerifyToken,
  type Issuer,
} from './features/identity/index.ts';
import { createSystem, type SystemParts } from './features/system/index.ts';
import { createSettings } from './features/settings/index.ts';
import { createReadActs } from './db/read-acts.ts';
import type { ConnectionLimiter } from './db/shares.ts';
import { CampusError, notFound } from './campus-error.ts';
import { sendError } from './http/error-handler.ts';
import { watchForwarded } from './http/forwarded.ts';
import { createMount } from './http/mount.ts';
import { answerRequestId, requestIdOf, RequestLog } from './http/request-log.ts';
import type { Metrics } from './metrics.ts';
import type { IdentityClient } from './identity-client.ts';
import { openApiRoutes, watchEndpoints } from './openapi/openapi.routes.ts';
import { mountServices } from './routes.ts';
import { type WebOptions, webRoutes } from './web/web.routes.ts';

export interface AppOptions {
  readonly campus: Campus;
  /** Limits how many database connections each person and endpoint uses. */
  readonly shares: ConnectionLimiter;
  readonly issuers: readonly Issuer[];
  /** The service that keeps people's accounts. */
  readonly identity: IdentityClient;
  /** Whether roles that require a second factor must have one: true except in a demo and with Firebase. */
  readonly demandsFactor: boolean;
  /** Checks every reply against its contract, in tests. */
  readonly checkReplies: boolean;
  /** Proxies whose forwarded headers are trusted: none, or a list of addresses and networks. */
  readonly trustProxy: false | string;
  readonly system: SystemParts;
  readonly metrics?: Metrics;
  readonly logger?: FastifyBaseLogger;
  /** The built web application; without it only the API answers. */
  readonly web?: WebOptions;
  readonly onRoute?: (route: RouteOptions) => void;
}

/** Builds the API of Campus under `/api`, without listening. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { campus } = options;
  const requestLog = new RequestLog();
  const settings: FastifyHttpOptions<Server> = {
    trustProxy: options.trustProxy,
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.header('x-request-id', request.id)),
    genReqId: requestIdOf,
    logController: requestLog,
    ...(options.logger ? { loggerInstance: options.logger } : {}),
  };
  const app = Fastify(settings);
  if (options.onRoute) app.addHook('onRoute', options.onRoute);
  answerRequestId(app);
  app.setErrorHandler(sendError);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  // Fastify's own parser replaces what is not UTF-8.
  const readJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (isUtf8(body)) return readJson(request, body.toString(), done);
      done(new CampusError('malformed', 'The request is not written in UTF-8.'));
    },
  );
  app.setNotFoundHandler(() => {
    throw notFound('There is nothing at this address.');
  });

  const untrustedProxy = watchForwarded(app, options.trustProxy);
  const identity = createIdentityService(
    campus,
    createVerifyToken(options.issuers, campus.clock),
    () => ({
      demanded: options.demandsFactor,
      ofTeachers: campus.settings.teachersNeedFactor,
    }),
  );
  const reads = createReadActs(campus.db, app.log);
  app.addHook('onClose', () => reads.flush());
  await app.register(
    async (api) => {
      const endpoints = watchEndpoints(api);
      const mount = createMount(api, {
        campus,
        authenticate: identity.authenticate,
        shares: options.shares,
        reads,
        checkReplies: options.checkReplies,
      });
      mount(contract.identity, identity.handlers);
      mount(contract.settings, createSettings(campus, options.identity, untrustedProxy));
      mount(
        contract.system,
        createSystem(campus, options.identity, options.system, {
          untrustedProxy,
          errors: () => requestLog.errors,
        }),
      );
      mountServices(mount, options);
      openApiRoutes(api, endpoints);
    },
    { prefix: '/api' },
  );
  options.metrics?.register(app);
  if (options.web) await webRoutes(app, options.web);
  return app;
};
