import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey, UnsecuredJWT } from 'jose';
import { CampusError } from '../../campus-error.ts';
import type { Clock } from '../../clock.ts';

/** An identity service whose ID tokens are accepted. */
export interface Issuer {
  readonly issuer: string;
  readonly audience: string;
  /** Where its public keys are published; `unsigned` for an emulator on this machine. */
  readonly keys: URL | JWTVerifyGetKey | 'unsigned';
  /** Its sessions cannot be ended here, so a renewed token counts as issued at the time of the sign-in. */
  readonly sessionsElsewhere?: true;
}

/** The contents of a verified ID token. Instants in milliseconds since 1970. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly issuedAt: number;
  /** When the person last proved who they are; earlier than the token if a session has renewed it. */
  readonly authenticatedAt: number;
  /** The campus learns of such a sign-in from the token alone. */
  readonly signedInElsewhere: boolean;
  /** The session that issued it, if the issuer says so. */
  readonly session: string | null;
  readonly expiresAt: number;
  /** How they proved it: values of RFC 8176, as far as the issuer gives them. */
  readonly amr: readonly string[];
}

/** `at`: when the token must be valid, in milliseconds since 1970; now by default. */
export type VerifyToken = (token: string, at?: number) => Promise<Claims>;

const algorithms = ['EdDSA', 'ES256', 'RS256'];
const remembered = 20_000;
const ended = (): CampusError => new CampusError('session_ended');

const issuerOf = (token: string): string | undefined => {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    );
    const claim =
      typeof payload === 'object' && payload !== null && 'iss' in payload && payload.iss;
    return typeof claim === 'string' ? claim : undefined;
  } catch {
    return undefined;
  }
};

/** Created for the first token: it makes Node load its whole HTTP client. */
const keysAt = (address: URL): JWTVerifyGetKey => {
  let keys: JWTVerifyGetKey | undefined;
  return (...asked) => {
    keys ??= createRemoteJWKSet(address, { cooldownDuration: 1000 });
    return keys(...asked);
  };
};

/**
 * Verifies signature, issuer, audience and expiry of ID tokens. A valid token is remembered until it expires, so that
 * its signature is not verified again for each request; whether the person may still come in is read from the database
 * every time, elsewhere. Throws 401 for anything but a valid token, 503 when the keys cannot be fetched.
 */
export const createVerifyToken = (issuers: readonly Issuer[], clock: Clock): VerifyToken => {
  const trusted = new Map(
    issuers.map((one) => [
      one.issuer,
      {
        ...one,
        getKey: one.keys instanceof URL ? keysAt(one.keys) : one.keys,
      },
    ]),
  );
  const known = new Map<string, Claims>();

  const verify = async (token: string, at: number): Promise<Claims> => {
    const from = trusted.get(issuerOf(token) ?? '');
    if (!from) throw ended();
    const expected = {
      issuer: from.issuer,
      audience: from.audience,
      currentDate: new Date(at),
      // Required, because without `auth_time` the age of a session is unknown.
      requiredClaims: ['sub', 'exp', 'iat', 'email', 'auth_time'],
    };
    const { payload } =
      from.getKey === 'unsigned'
        ? UnsecuredJWT.decode(token, expected)
        : await jwtVerify(token, from.getKey, { ...expected, algorithms });
    const { sub, email, iat = 0, exp = 0, auth_time: authenticated } = payload;
    if (typeof sub !== 'string' || typeof email !== 'string') throw ended();
    if (typeof authenticated !== 'number') throw ended();
    return {
      issuer: from.issuer,
      subject: sub,
      email: email.trim().toLowerCase(),
      emailVerified: payload['email_verified'] === true,
      // `iat` is in whole seconds. Without the finer claim of the built-in service, a token counts as issued at the
      // end of its second, so that signing in right after signing out works.
      issuedAt: from.sessionsElsewhere
        ? authenticated * 1000 + 999
        : typeof payload['issued_ms'] === 'number'
          ? payload['issued_ms']
          : iat * 1000 + 999,
      authenticatedAt: authenticated * 1000,
      signedInElsewhere: from.sessionsElsewhere === true,
      session: typeof payload['sid'] === 'string' ? payload['sid'] : null,
      expiresAt: exp * 1000,
      amr: Array.isArray(payload['amr']) ? payload['amr'].map(String) : [],
    };
  };

  return async (token, at = clock.now()) => {
    const hit = known.get(token);
    if (hit && hit.expiresAt > at) return hit;
    known.delete(token);
    try {
      const claims = await verify(token, at);
      if (known.size >= remembered) known.delete(known.keys().next().value ?? '');
      known.set(token, claims);
      return claims;
    } catch (error) {
      if (error instanceof CampusError) throw error;
      const keysMissing =
        error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError);
      if (keysMissing)
        throw new CampusError('unavailable', undefined, { headers: { 'retry-after': '2' } });
      throw ended();
    }
  };
};
