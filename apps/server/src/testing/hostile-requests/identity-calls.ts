import type { Endpoint } from '@campus/contract';
import { z } from 'zod';

/** A call of the identity service. */
interface IdentityCall {
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
}

const status = (said: string) => z.strictObject({ status: z.literal(said) });
const code = z.object({ code: z.string().max(40) });
const password = z.string().max(300);
const link = z.string().max(100);
const factor = z.strictObject({ enabled: z.boolean(), recoveryCodesLeft: z.int() });
const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
const sessions = z.strictObject({
  sessions: z.array(
    z.strictObject({
      id: z.uuid(),
      here: z.boolean(),
      userAgent: z.string(),
      network: z.string(),
      since: z.iso.datetime(),
      lastUsed: z.iso.datetime(),
    }),
  ),
});
const account = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  emailVerified: z.boolean(),
});

/** All calls of the identity service; a test compares them with its routes. */
export const identityCalls: Readonly<Record<string, IdentityCall>> = {
  'POST /sign-in/email': {
    body: z.object({ email: z.string().max(300), password }),
    reply: z.union([
      z.strictObject({ user: account }),
      z.strictObject({ secondFactor: z.literal(true) }),
    ]),
  },
  'POST /sign-in/second-factor': { body: code, reply: status('signed_in') },
  'GET /second-factor': { reply: factor },
  'POST /second-factor/begin': { reply: z.strictObject({ key: z.string(), uri: z.string() }) },
  'POST /second-factor/confirm': { body: code, reply: recoveryCodes },
  'POST /second-factor/recovery-codes': { reply: recoveryCodes },
  'POST /second-factor/turn-off': { reply: factor },
  'GET /token': { reply: z.strictObject({ token: z.string() }) },
  'GET /jwks': { reply: z.strictObject({ keys: z.array(z.looseObject({ kty: z.string() })) }) },
  'POST /sign-out': { reply: status('signed_out') },
  'POST /request-password-reset': {
    body: z.object({ email: z.string().max(300) }),
    reply: status('accepted'),
  },
  'POST /password-link': {
    body: z.object({ token: link }),
    reply: z.strictObject({
      purpose: z.enum(['invitation', 'reset']).optional(),
      state: z.enum(['open', 'used', 'expired', 'unknown']),
      rules: z.array(z.string()),
    }),
  },
  'POST /reset-password': {
    body: z.object({ token: link, newPassword: password }),
    reply: z.strictObject({ status: z.literal('password_set'), email: z.string() }),
  },
  'POST /change-password': {
    body: z.object({ currentPassword: password, newPassword: password }),
    reply: status('password_set'),
  },
  'GET /sessions': { reply: sessions },
  'POST /end-session': { body: z.object({ id: z.union([z.uuid(), z.string()]) }), reply: sessions },
  'POST /end-other-sessions': { reply: sessions },
  'POST /device-link': { body: z.object({ token: link }), reply: status('device_known') },
  'GET /password-rules': { reply: z.strictObject({ rules: z.array(z.string()) }) },
};

/** An identity call as an endpoint, for hostile requests. */
export const asEndpoint = (call: string): Endpoint => {
  const [method, path] = call.split(' ') as [Endpoint['method'], Endpoint['path']];
  const { body, reply } = identityCalls[call] ?? { reply: z.never() };
  return {
    summary: call,
    method,
    path,
    reply,
    access: 'public',
    ...(body && { body }),
  };
};
