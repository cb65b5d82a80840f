import * as oidc from 'openid-client';
import { emailField } from '../endpoint.ts';
import type { UniversityOptions } from '../identity.ts';
import { UniversityRefusal } from './links.ts';

/** Timeout for each request to the provider, in seconds. */
const timeout = 5;
/** How long discovered addresses and methods of the provider are used, in milliseconds. */
const discoveryLifetime = 60 * 60 * 1000;
/** If the provider asks for the second factor, it asks again after this many seconds. */
const factorMaxAge = 12 * 60 * 60;
/** Otherwise after as long as a session may last. Providers need not say when it was (`auth_time`) unless they are asked. */
const longestSession = 30 * 24 * 60 * 60;
/** Accepted signature algorithms, all asymmetric. */
const algorithms = new Set(
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' '),
);

interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person the provider has identified. */
export interface UniversityPerson {
  /** Identifies them permanently at this provider. */
  readonly subject: string;
  /** In lower case. */
  readonly email: string | undefined;
  /** Whether the provider vouches for the e-mail. */
  readonly verified: boolean;
  /** Whether it has asked for the second factor, if it must. */
  readonly factorAsked: boolean;
  /** When they proved it there, in seconds since 1970; `undefined` if the provider does not say. */
  readonly authTime: number | undefined;
}

/** The university’s OpenID Connect provider. Every call throws a `UniversityRefusal` on failure. */
export const createProvider = (options: UniversityOptions, redirectUri: string) => {
  const { acrValues } = options;
  const mustAsk = acrValues.length > 0;
  const maxAge = mustAsk ? factorMaxAge : longestSession;
  let known: { readonly until: number; readonly found: Promise<oidc.Configuration> } | undefined;

  // Discovered when the first person signs in: Campus starts whether or not the provider responds.
  const configured = async (): Promise<oidc.Configuration> => {
    if (known && performance.now() < known.until) return known.found;
    const asked = { until: performance.now() + discoveryLifetime, found: discover(options) };
    known = asked;
    try {
      return await asked.found;
    } catch (error) {
      if (known === asked) known = undefined;
      throw error;
    }
  };

  return {
    /**
     * Returns the address to redirect to; `again`: the provider asks even someone signed in there. The visitor can
     * change it: only `authTime` proves that it was obeyed.
     */
    async address({ state, nonce, verifier }: Checks, again: boolean): Promise<string> {
      const configuration = await configured().catch(refuse);
      return oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        max_age: String(again ? 0 : maxAge),
        ...(again && { prompt: 'login' }),
        ...(mustAsk && { acr_values: acrValues.join(' ') }),
      }).href;
    },
    /** Returns the person who was sent back with these parameters. */
    async person(
      parameters: string,
      { state, nonce, verifier }: Checks,
    ): Promise<UniversityPerson> {
      try {
        const configuration = await configured();
        const back = new URL(redirectUri);
        back.search = parameters;
        const tokens = await oidc.authorizationCodeGrant(configuration, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(mustAsk && { maxAge: factorMaxAge }),
        });
        const claims = tokens.claims();
        if (!claims) throw new UniversityRefusal('failed', 'The provider sent no ID token.');
        const { sub: subject, auth_time: authTime } = claims;
        const asked = acrValues.some((one) => authMethodsOf(claims).includes(one));
        const person = { subject, authTime, factorAsked: !mustAsk || asked };
        const told = emailOf(claims, options);
        if (told.verified || !userinfoMayHaveEmail(claims, configuration))
          return { ...person, ...told };
        const info = await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
        return { ...person, ...emailOf({ ...claims, ...info }, options) };
      } catch (error) {
        return refuse(error);
      }
    },
  };
};

/** Uses a new connection each time: one kept open until the next sign-in may be closed just as it is reused. */
const fetchAlone: oidc.CustomFetch = (url, options) =>
  fetch(url, {
    ...(options as RequestInit),
    headers: { ...options.headers, connection: 'close' },
  });

const discover = async (options: UniversityOptions): Promise<oidc.Configuration> => {
  const { issuer, clientId, clientSecret } = options;
  const insecure = new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, {
    timeout,
    execute: insecure,
    [oidc.customFetch]: fetchAlone,
  });
  const server: oidc.ServerMetadata = found.serverMetadata();
  if (new URL(server.issuer).href !== new URL(issuer).href) {
    throw new Error(`The provider calls itself ${server.issuer}.`);
  }
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256'];
  const configuration = new oidc.Configuration(
    {
      ...server,
      id_token_signing_alg_values_supported: offered.filter((one) => algorithms.has(one)),
    },
    clientId,
    undefined,
    authentication(clientSecret, server.token_endpoint_auth_methods_supported),
  );
  configuration.timeout = timeout;
  configuration[oidc.customFetch] = fetchAlone;
  for (const allow of insecure) allow(configuration);
  // Check signatures even though ID tokens come directly from the provider over TLS.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
};

const authentication = (
  secret: string | undefined,
  offered?: readonly string[],
): oidc.ClientAuth => {
  if (secret === undefined) return oidc.None();
  const basic = offered === undefined || offered.includes('client_secret_basic');
  return basic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
};

type Claims = Readonly<Record<string, unknown>>;

const emailOf = (claims: Claims, { trustEmail }: UniversityOptions) => {
  const verified = claims['email_verified'];
  const email = emailField.safeParse(claims['email']).data;
  // Some providers send the boolean as text.
  const vouched =
    verified === true || verified === 'true' || (verified === undefined && trustEmail);
  return { email, verified: vouched && email !== undefined };
};

/**
 * How the provider authenticated a person: its own name for a class of methods (`acr`), and single
 * methods (`amr`).
 */
const authMethodsOf = ({ acr, amr }: Claims): unknown[] => [
  acr,
  ...(Array.isArray(amr) ? (amr as unknown[]) : []),
];

/** Whether userinfo may have the e-mail, which many providers leave out of the ID token. */
const userinfoMayHaveEmail = (claims: Claims, configuration: oidc.Configuration): boolean => {
  const silent = claims['email'] === undefined || claims['email_verified'] === undefined;
  return silent && configuration.serverMetadata().userinfo_endpoint !== undefined;
};

const temporaryErrors = new Set(['server_error', 'temporarily_unavailable']);

/** Translates any error into a refusal for the person, with a reason for the operator. */
const refuse = (error: unknown): never => {
  if (error instanceof UniversityRefusal) throw error;
  if (error instanceof oidc.AuthorizationResponseError) {
    if (temporaryErrors.has(error.error)) throw new UniversityRefusal('unavailable', error.error);
    if (error.error === 'access_denied') throw new UniversityRefusal('cancelled');
    throw new UniversityRefusal('failed', `The provider answered ${error.error}.`);
  }
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === 'invalid_grant') throw new UniversityRefusal('expired');
    throw new UniversityRefusal('failed', `The provider answered ${error.error}.`);
  }
  // A wrong secret is answered like this, without a code.
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    throw new UniversityRefusal(
      'failed',
      `The provider answered ${error.status}: are the client id and secret right?`,
    );
  const { message, code, cause } = error as { message: string; code?: string; cause?: unknown };
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
  throw new UniversityRefusal(invalid.has(code ?? '') ? 'failed' : 'unavailable', reason);
};

/** Codes of errors that mean the provider’s reply cannot be trusted. */
const invalid = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);
