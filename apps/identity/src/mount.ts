import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Auth } from './auth.ts';
import type { ChoosePassword } from './choose-password.ts';
import { passingTrouble, Refusal, refusalFor } from './errors.ts';
import type { IdentityOptions } from './identity.ts';
import { createOriginCheck } from './origin.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Browser, Sessions } from './sessions.ts';
import type { SignIn, SignInRequest } from './sign-in.ts';
import type { University } from './university/university.ts';

interface Door extends Pick<IdentityOptions, 'publicUrl' | 'trustedOrigins' | 'log'> {
  readonly basePath: string;
  readonly auth: Auth;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly choosePassword: ChoosePassword;
  readonly secondFactor: SecondFactor;
  readonly university: University | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers come here by themselves, from wherever they are. */
    readonly visit?: true;
  }
  interface FastifyRequest {
    /** Why it is answered 503 at the moment, for the line about it in the log. */
    unavailable?: { readonly level: 'warn' | 'error'; readonly reason: string };
  }
}

interface Answer {
  readonly body: object;
  readonly setCookies?: readonly string[];
}

type Endpoint = (door: Door, request: FastifyRequest) => Promise<Answer>;

/** Everything that can be asked of this service; all else answers 404. */
const endpoints: Readonly<Record<string, Endpoint>> = {
  'POST /sign-in/email': signInByEmail,
  'POST /sign-in/second-factor': answerSecondFactor,
  'GET /second-factor': async ({ secondFactor }, request) => ({
    body: await secondFactor.state(cookieOf(request)),
  }),
  'POST /second-factor/begin': async ({ secondFactor }, request) => ({
    body: await secondFactor.begin(cookieOf(request)),
  }),
  'POST /second-factor/confirm': confirmSecondFactor,
  'POST /second-factor/recovery-codes': async ({ secondFactor }, request) => ({
    body: await secondFactor.renewRecoveryCodes(cookieOf(request)),
  }),
  'POST /second-factor/turn-off': async ({ secondFactor }, request) => ({
    body: await secondFactor.turnOff(cookieOf(request)),
  }),
  'GET /token': idToken,
  'GET /jwks': publicKeys,
  'POST /sign-out': signOut,
  'GET /sessions': listSessions,
  'POST /end-session': endSession,
  'POST /end-other-sessions': endOtherSessions,
  'POST /request-password-reset': requestPasswordReset,
  'POST /password-link': passwordLink,
  'POST /reset-password': resetPassword,
  'POST /change-password': changePassword,
  'POST /device-link': admitDevice,
  'GET /password-rules': passwordRules,
};

const bodyLimit = 16 * 1024;

export async function mountIdentity(app: FastifyInstance, door: Door): Promise<void> {
  await app.register(
    async (scope) => {
      // Bodies arrive as bytes, of whatever type: the endpoint says which type it takes.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
        done(null, body),
      );
      scope.setErrorHandler((error, request, reply) => {
        const reason = passingTrouble(error);
        if (reason !== undefined) request.unavailable = { level: 'warn', reason };
        return refuse(door, reply, error);
      });
      const ofOurPages = createOriginCheck(door.publicUrl, door.trustedOrigins);
      // Not of the visits: people come to them from their provider, and from other pages.
      scope.addHook('onRequest', async (request, reply) => {
        if (!request.routeOptions.config.visit) await ofOurPages(request, reply);
      });
      scope.setNotFoundHandler((_request, reply) =>
        refuse(door, reply, new Refusal('not_found', 'There is nothing at this address.')),
      );

      for (const [route, endpoint] of Object.entries(endpoints)) {
        const [method = '', url = ''] = route.split(' ');
        scope.route({
          method,
          url,
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            const answer = await endpoint(door, request);
            await door.sessions.given(answer.setCookies ?? [], browserOf(request));
            return send(reply, 200, answer);
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
      if (door.university) mountVisits(scope, door, door.university);
    },
    { prefix: door.basePath },
  );
}

/** What browsers visit and are sent on from: never read by a script, never answered with a body. */
function mountVisits(scope: FastifyInstance, { sessions }: Door, university: University): void {
  for (const place of ['start', 'callback'] as const)
    scope.route({
      method: 'GET',
      url: `/university/${place}`,
      exposeHeadRoute: false,
      config: { visit: true },
      handler: async (request, reply) => {
        const query = request.url.split('?').slice(1).join('?');
        const { cookie, referer } = request.headers;
        const { location, setCookies } = await university[place]({ query, cookie, referer });
        await sessions.given(setCookies, browserOf(request));
        if (setCookies.length > 0) reply.header('set-cookie', [...setCookies]);
        return reply
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'no-referrer')
          .redirect(location, 303);
      },
    });
}

async function signInByEmail({ signIn }: Door, request: FastifyRequest): Promise<Answer> {
  const { user, setCookies } = await signIn(sent(request));
  return { body: user ? { user } : { secondFactor: true }, setCookies };
}

async function answerSecondFactor(
  { secondFactor }: Door,
  request: FastifyRequest,
): Promise<Answer> {
  const { setCookies } = await secondFactor.signIn(sent(request), cookieOf(request));
  return { body: { status: 'signed_in' }, setCookies };
}

async function confirmSecondFactor(
  { secondFactor }: Door,
  request: FastifyRequest,
): Promise<Answer> {
  const { recoveryCodes, setCookies } = await secondFactor.confirm(
    sent(request),
    cookieOf(request),
  );
  return { body: { recoveryCodes }, setCookies };
}

async function requestPasswordReset(
  { choosePassword }: Door,
  request: FastifyRequest,
): Promise<Answer> {
  await choosePassword.requestReset(sent(request));
  return { body: { status: 'accepted' } };
}

async function passwordLink({ choosePassword }: Door, request: FastifyRequest): Promise<Answer> {
  return { body: await choosePassword.lookAtLink(sent(request)) };
}

async function resetPassword({ choosePassword }: Door, request: FastifyRequest): Promise<Answer> {
  const { email, setCookies } = await choosePassword.reset(sent(request));
  return { body: { status: 'password_set', email }, setCookies };
}

async function changePassword({ choosePassword }: Door, request: FastifyRequest): Promise<Answer> {
  const { setCookies } = await choosePassword.change(sent(request));
  return { body: { status: 'password_set' }, setCookies };
}

async function admitDevice({ choosePassword }: Door, request: FastifyRequest): Promise<Answer> {
  const { setCookies } = await choosePassword.admitDevice(sent(request));
  return { body: { status: 'device_known' }, setCookies };
}

async function passwordRules({ choosePassword }: Door, request: FastifyRequest): Promise<Answer> {
  return { body: { rules: await choosePassword.rules(request.headers.cookie ?? '') } };
}

const cookieOf = (request: FastifyRequest): string => request.headers.cookie ?? '';

function sent(request: FastifyRequest): SignInRequest {
  return {
    contentType: request.headers['content-type'],
    body: request.body instanceof Buffer ? request.body : undefined,
    ip: request.ip,
    cookie: request.headers.cookie,
    gone: () => request.raw.socket.destroyed,
  };
}

async function idToken({ auth }: Door, request: FastifyRequest): Promise<Answer> {
  const { cookie } = request.headers;
  const found = cookie === undefined ? undefined : await auth.idToken(cookie);
  if (found) return { body: { token: found.token }, setCookies: found.setCookies };
  if (cookie?.includes('campus.session_token=')) {
    throw new Refusal('session_ended', 'Your session has ended. Please sign in again.');
  }
  throw new Refusal('unauthenticated', 'Please sign in to continue.');
}

async function publicKeys({ auth }: Door): Promise<Answer> {
  return { body: await auth.publicKeys() };
}

async function signOut({ auth }: Door, request: FastifyRequest): Promise<Answer> {
  const { setCookies } = await auth.signOut(cookieOf(request));
  return { body: { status: 'signed_out' }, setCookies };
}

async function listSessions({ sessions }: Door, { headers }: FastifyRequest): Promise<Answer> {
  return { body: { sessions: await sessions.list(headers.cookie ?? '') } };
}

async function endSession({ sessions }: Door, request: FastifyRequest): Promise<Answer> {
  return { body: { sessions: await sessions.end(sent(request), request.headers.cookie ?? '') } };
}

async function endOtherSessions({ sessions }: Door, { headers }: FastifyRequest): Promise<Answer> {
  return { body: { sessions: await sessions.endOthers(headers.cookie ?? '') } };
}

function browserOf({ headers, ip }: FastifyRequest): Browser {
  return { cookie: headers.cookie, userAgent: headers['user-agent'], ip };
}

function send(
  reply: FastifyReply,
  status: number,
  { body, setCookies = [] }: Answer,
): FastifyReply {
  if (setCookies.length > 0) reply.header('set-cookie', [...setCookies]);
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

function refuse({ log }: Door, reply: FastifyReply, error: unknown): FastifyReply {
  const { refusal, unexpected } = refusalFor(error);
  if (unexpected && passingTrouble(error) === undefined)
    log.error({ err: error }, 'The identity service could not answer.');
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  return send(reply, refusal.status, { body: refusal.body });
}
