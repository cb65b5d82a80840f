import { hash, randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import {
  type ActKind,
  actRecordOf,
  downloadAs,
  type Endpoint,
  type FileFormat,
  isReadAct,
  listLimits,
  mayCall,
} from '@campus/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { Campus } from '../campus.ts';
import { type Act, isActRecorded, describedIn, runInAct } from '../db/acts.ts';
import type { ReadActs } from '../db/read-acts.ts';
import type { ConnectionLimiter } from '../db/shares.ts';
import { createActAllowance } from './act-allowance.ts';
import {
  type Actor,
  type Authenticate,
  type Call,
  type Handler,
  ownEmail,
  RawJson,
} from './call.ts';
import { CampusError } from '../campus-error.ts';
import { compressReply, worthwhile } from './compressed.ts';
import { drain } from './drain.ts';
import { isHeld, versionOf } from './if-match.ts';
import { describePart, ListPart } from './pages.ts';
import { sendStoredFile, StoredFile } from './stored-file.ts';
import { validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    /**
     * Reads `actor` again once a body has arrived, if that took as many milliseconds; throws if they may not make the
     * call any more. Their token need not be valid that long.
     */
    admitAgain: ((after: number) => Promise<void>) | null;
    /** The request failed when its change was, or may have been, stored. */
    perhapsDone: boolean;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export interface Mounting {
  readonly campus: Campus;
  readonly authenticate: Authenticate;
  /** Limits how many database connections each person and endpoint uses. */
  readonly shares: ConnectionLimiter;
  readonly reads: ReadActs;
  /** In tests: checks every reply against its schema; a mismatch is a 500. */
  readonly checkReplies: boolean;
}

/** A group within a group: the endpoints of a file. */
type InnerGroup = Readonly<Record<string, Endpoint>>;

/** A handler for each endpoint of a group, under the same name. */
export type HandlersOf<Group> = {
  readonly [
    Name in keyof Group as Group[Name] extends Endpoint | InnerGroup ? Name : never
  ]: Group[Name] extends Endpoint ? Handler<Group[Name]> : HandlersOf<Group[Name]>;
};

/** Connects the endpoints of a group to their handlers. */
export type Mount = <Group extends object>(group: Group, handlers: HandlersOf<Group>) => void;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const placeOf = ({ path, method }: Endpoint): string => `${path} ${methods.indexOf(method)}`;

const isInnerGroup = (value: unknown): value is InnerGroup =>
  typeof value === 'object' && value !== null && Object.values(value).every(isEndpoint);

/** The endpoints of a group with their names (`terms.store` for one in an inner group), sorted by path and method. */
export const endpointsOf = (group: object): [name: string, endpoint: Endpoint][] =>
  Object.entries(group)
    .flatMap(([name, value]): [string, Endpoint][] => {
      if (isEndpoint(value)) return [[name, value]];
      if (!isInnerGroup(value)) return [];
      return Object.entries(value).map(([inner, endpoint]) => [`${name}.${inner}`, endpoint]);
    })
    .sort(([, one], [, other]) => (placeOf(one) < placeOf(other) ? -1 : 1));

/** Names an endpoint, in errors and in its share of database connections. */
const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

const toText = (endpoint: Endpoint, value: unknown, check: boolean): string => {
  const text = value instanceof RawJson ? value.text : JSON.stringify(value);
  if (check) {
    const wrong = endpoint.reply.safeParse(JSON.parse(text)).error;
    if (wrong)
      throw new Error(`${callOf(endpoint)} answered against its contract: ${wrong.message}`);
  }
  return text;
};

/** The version of a reply that is a record; its ETag begins with it. */
const recordVersion = (value: unknown): string | undefined =>
  typeof value === 'object' && value && 'version' in value && typeof value.version === 'number'
    ? String(value.version)
    : undefined;

/** Sends a JSON text; a GET has an ETag and answers 304 to a client that has it already. */
const sendJson = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, text, version }: { status: number; text: string; version: string | undefined },
): FastifyReply | Promise<FastifyReply> => {
  // A short text is sent in one piece with its headers; a long one is converted to bytes once.
  const content = text.length < worthwhile ? text : Buffer.from(text);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const state = reply.getHeader('etag') ?? version;
    const digest = hash('sha1', content, 'base64url');
    const etag = typeof state === 'string' ? `"${state}.${digest}"` : `"${digest}"`;
    reply.header('etag', etag);
    if (request.routeOptions.config.endpoint?.access === 'public')
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    if (isHeld(request, etag)) return reply.status(304).send();
  }
  reply.status(status).type('application/json; charset=utf-8');
  return compressReply(request, reply, content);
};

const sendDownload = (
  { type, fileName }: NonNullable<Endpoint['download']>,
  reply: FastifyReply,
  content: unknown,
): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(content);

/** Whether a list is requested without `limit`. */
const isWholeList = ({ query }: Endpoint, request: FastifyRequest): boolean =>
  query instanceof z.ZodObject && 'limit' in query.shape && !('limit' in (request.query as object));

/** Milliseconds for which a sign-in counts as fresh. */
const freshFor = 10 * 60_000;

/** Milliseconds after which a body of a text counts as slow: within a second, nobody acts who may not any more. */
const slow = 1000;

const refuseUnlessFresh = (actor: Actor | null, { clock }: Campus): void => {
  if (actor && clock.now() - actor.authenticatedAt > freshFor)
    throw new CampusError('confirmation_needed');
};

/** What the audit trail records of a request's origin. */
const originOf = ({ id, ip, headers }: FastifyRequest) => ({
  requestId: id,
  address: ip,
  browser: (headers['user-agent'] ?? '').replaceAll('\0', '').slice(0, 400),
});

/** The parameters of the path, with the caller's present e-mail where they may only name themselves. */
const paramsOf = (
  { params, access }: Endpoint,
  { params: given, actor }: FastifyRequest,
): unknown => {
  const read = params && validate(params, given, 'malformed');
  const { email } = (read ?? {}) as { email?: string };
  const own = email !== undefined && actor && access !== 'public' && access[actor.role] === 'own';
  return own ? { ...(read as object), email: ownEmail(actor, email) } : read;
};

/** The act of a request; its record is the one in the path. */
const actOf = (
  kind: ActKind,
  request: FastifyRequest,
  params: Readonly<Record<string, string>>,
): Act => {
  const { actor } = request;
  const about = actRecordOf(kind);
  const { assignmentId } = params;
  return {
    kind,
    personId: actor?.id ?? null,
    role: actor?.role ?? 'visitor',
    ...originOf(request),
    recordId: about === null ? undefined : (params[`${about}Id`] ?? params['id']),
    recordEmail: about === 'person' ? params['email'] : undefined,
    within:
      about === 'person' && assignmentId ? { kind: 'assignment', id: assignmentId } : undefined,
  };
};

/** In its own scope: the multipart plugin hooks into every request of its scope. */
const routeForFiles = async (place: FastifyInstance, route: RouteOptions): Promise<void> => {
  await place.register(multipart);
  place.route(route);
};

/**
 * Connects endpoints of the contract to their handlers. The order is fixed: token, role, then the
 * request is read and validated, then the handler decides about the record. A record's ETag
 * begins with its version, or with the `etag` header set by the handler.
 */
export const createMount = (app: FastifyInstance, mounting: Mounting): Mount => {
  const allowAct = createActAllowance(mounting.campus);
  app.decorateRequest('actor', null);
  app.decorateRequest('admitAgain', null);
  app.decorateRequest('perhapsDone', false);

  const mount = (endpoint: Endpoint, handler: Handler<Endpoint>): void => {
    /** Runs the handler and records its act in the audit trail. */
    const perform = async (call: Call<typeof endpoint>): Promise<unknown> => {
      const { dryRun = false } = (call.query ?? {}) as { dryRun?: boolean };
      if (!endpoint.act) return handler(call);
      const params = (call.params ?? {}) as Readonly<Record<string, string>>;
      const act = actOf(endpoint.act, call.request, params);
      if (dryRun || isReadAct(act.kind)) {
        const { result, act: done } = await describedIn(act, () => handler(call));
        const shown = isReadAct(done.kind) && done.count !== 0;
        if (shown && call.request.actor?.email !== act.recordEmail) mounting.reads.add(done);
        return result;
      }
      if (act.kind !== 'signed_out') allowAct(call.request.actor);
      const { result, recorded } = await runInAct(act, async () => {
        try {
          return await handler(call);
        } catch (error) {
          call.request.perhapsDone = endpoint.method !== 'GET' && isActRecorded();
          throw error;
        }
      });
      if (!recorded && mounting.checkReplies)
        throw new Error(`${callOf(endpoint)} has committed nothing that the trail tells.`);
      return result;
    };
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (endpoint.body) await request.admitAgain?.(slow);
      const { ifMatch } = endpoint;
      const wrongBody = request.body === undefined ? 'malformed' : 'invalid';
      const call = {
        campus: mounting.campus,
        actor: request.actor,
        params: paramsOf(endpoint, request),
        query: endpoint.query && validate(endpoint.query, request.query, 'malformed'),
        body: endpoint.body && validate(endpoint.body, request.body ?? undefined, wrongBody),
        seen: ifMatch ? versionOf(request.headers['if-match'], ifMatch) : null,
        request,
        reply,
      } as Call<typeof endpoint>;
      const sent: object = (call.body as object | undefined) ?? {};
      if (Array.isArray(endpoint.fresh) && endpoint.fresh.some((field) => field in sent))
        refuseUnlessFresh(request.actor, mounting.campus);
      let value: unknown = await perform(call);
      if (value instanceof ListPart) value = describePart(request, reply, value);
      if (endpoint.upload) await drain(request.raw);
      if (endpoint.status === 204) return reply.status(204).send();
      if (endpoint.download) {
        const { format } = (call.query ?? {}) as { format?: FileFormat };
        return sendDownload(downloadAs(endpoint.download, format), reply, value);
      }
      if (value instanceof StoredFile) return sendStoredFile(request, reply, value);
      const text = toText(endpoint, value, mounting.checkReplies);
      const version = recordVersion(value);
      return sendJson(request, reply, { status: endpoint.status ?? 200, text, version });
    };
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      ...(endpoint.large && { bodyLimit: listLimits.bytes }),
      onRequest: async (request) => {
        if (endpoint.access === 'public') return;
        const { clock } = mounting.campus;
        const arrived = clock.now();
        const admit = async (): Promise<Actor> => {
          const actor = await mounting.authenticate(request.headers.authorization, arrived);
          if (!mayCall(endpoint, actor)) throw new CampusError('forbidden');
          return actor;
        };
        const actor = await admit();
        if (endpoint.fresh === true) refuseUnlessFresh(actor, mounting.campus);
        request.actor = actor;
        request.admitAgain = async (after) => {
          if (clock.now() - arrived >= after) Object.assign(actor, await admit());
        };
      },
      // Without a signed-in person, each request counts as a person of its own. Not by its own id, which
      // the visitor may choose.
      handler: (request, reply) => {
        const large = isWholeList(endpoint, request);
        return mounting.shares.serve(
          request.actor?.id ?? randomUUID(),
          // Separate shares, so that pages do not wait for whole lists.
          large ? `${callOf(endpoint)} whole` : callOf(endpoint),
          () => answer(request, reply),
          { large },
        );
      },
    };
    if (endpoint.upload) void app.register((place) => routeForFiles(place, route));
    else app.route(route);
  };
  return (group, handlers) => {
    for (const [name, endpoint] of endpointsOf(group)) {
      const handler = name
        .split('.')
        .reduce<unknown>((within, part) => Object(within)[part], handlers) as
        | Handler<Endpoint>
        | undefined;
      if (!handler) throw new Error(`${callOf(endpoint)} has no handler.`);
      mount(endpoint, handler);
    }
  };
};
