import * as oidc from 'openid-client';
import type pg from 'pg';
import { z } from 'zod';
import { recordFailedSignIn, type RequestOrigin } from '../acts.ts';
import { createCookie } from '../cookies.ts';
import { rowOf } from '../database.ts';
import type { IdentityRequest } from '../endpoint.ts';
import { Refusal } from '../errors.ts';
import { basePath, type Parts, type UniversityOptions } from '../identity.ts';
import { discardSession, freshFor, sweepSessions } from '../sessions.ts';
import { digest } from '../digest.ts';
import { accountFor, linkedAccount, type UniversityProblem, UniversityRefusal } from './links.ts';
import { createProvider, type UniversityPerson } from './provider.ts';

/** A browser’s navigation to one of these addresses. */
interface NavigationRequest extends RequestOrigin, Pick<IdentityRequest, 'cookie'> {
  /** The query string, without the `?`. */
  readonly query: string;
  /** The address of the page it comes from, if the browser sends it. */
  readonly referer: string | undefined;
}

/** Where the browser is redirected: always one of our own pages or the provider. */
interface Redirect {
  readonly location: string;
  readonly setCookies: readonly string[];
}

export type University = ReturnType<typeof createUniversity>;

/** "Sign in with your university account". Both methods return a redirect, whatever happens. */
export const createUniversity = (parts: Parts, options: UniversityOptions) => {
  const { auth, pool, devices, log, publicUrl, clock } = parts;
  const path = `${basePath}/university`;
  const provider = createProvider(options, `${publicUrl}${path}/callback`);
  // If the provider has to ask for the second factor, nobody gets this far without it.
  const methods = options.acrValues.length > 0 ? ['mfa'] : [];
  const keyCookie = createCookie('university', publicUrl, path);

  // Identifies the browser, so that nobody can complete in one browser what began in another.
  const browserKey = (cookie: string): string | undefined => {
    const value = keyCookie.read(cookie);
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  };

  const signInPage = (outcome: 'done' | 'code' | UniversityProblem, next: string): string => {
    const query = new URLSearchParams({ university: outcome, ...(next && { next }) });
    return `${publicUrl}/signin?${query.toString()}`;
  };
  const failed = (error: unknown, next: string, requestId: string): Redirect => {
    const refusal = refusalOf(error);
    if (refusal.problem === 'unavailable' && refusal !== error)
      log.error({ err: error, requestId }, 'A university sign-in could not be answered.');
    else if (refusal.reason !== undefined) {
      log.warn(
        { reason: refusal.reason, requestId },
        'A sign-in with a university account failed.',
      );
    }
    return { location: signInPage(refusal.problem, next), setCookies: [] };
  };

  /** Signs in whom the provider has identified. */
  const admit = async (
    visit: NavigationRequest,
    { again, next }: Attempt,
    person: UniversityPerson,
  ): Promise<Redirect> => {
    if (!person.factorAsked) throw new UniversityRefusal('second_factor');
    const account = await accountFor(pool, person, options);
    const now = clock.now();
    const signedInAt = signedInBy(person, now);
    const codeAsked = async () => methods.length === 0 && (await auth.hasFactor(account));
    // A code of their app, given next, proves it as well.
    if (again && now - signedInAt > freshFor && !(await codeAsked()))
      throw new UniversityRefusal('not_again', 'No auth_time says that the provider asked again.');
    const opened = await auth.openSession(visit, account, methods, new Date(signedInAt));
    const { challenged, setCookies } = opened;
    // Whoever unlinked it, or set up a second factor, meanwhile has ended the sessions before this one.
    const linked = await linkedAccount(pool, options.issuer, person.subject, 'for share');
    if (linked !== account || (!challenged && (await codeAsked()))) {
      await discardSession(pool, setCookies);
      throw new UniversityRefusal('expired');
    }
    await sweepSessions(pool);
    if (challenged) return { location: signInPage('code', next), setCookies };
    const device = await devices.admit(account, visit.cookie);
    return { location: signInPage('done', next), setCookies: [...setCookies, device] };
  };

  /** A refusal names the account of the person, or the e-mail they brought. */
  const recordRefusal = async (
    visit: NavigationRequest,
    { subject, email = '' }: UniversityPerson,
    error: unknown,
  ): Promise<void> => {
    if (refusalOf(error).problem === 'unavailable') return;
    const account = await linkedAccount(pool, options.issuer, subject);
    await recordFailedSignIn(pool, visit, account === undefined ? { email } : { subject: account });
  };

  return {
    /**
     * Begins a sign-in. `next` in the query is the page the visitor wants, of which only a path on this
     * site is accepted; without it, the `next` of the sign-in page is used, since its link may be pressed
     * before its script has run.
     */
    async start({ query, cookie, referer = '', id }: NavigationRequest): Promise<Redirect> {
      const asked = new URLSearchParams(query);
      const next = ownPath(
        asked.get('next') ?? URL.parse(referer)?.searchParams.get('next') ?? null,
      );
      try {
        const checks = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          verifier: oidc.randomPKCECodeVerifier(),
        };
        const again = asked.get('again') === '1';
        const location = await provider.address(checks, again);
        // One key for all tabs, so that each can be completed.
        const browser = browserKey(cookie) ?? oidc.randomState();
        await beginAttempt(pool, checks.state, browser, { ...checks, next, again });
        return { location, setCookies: [keyCookie.set(browser, attemptSeconds)] };
      } catch (error) {
        return failed(error, next, id);
      }
    },

    /** The address to which the provider sends people back. */
    async callback(visit: NavigationRequest): Promise<Redirect> {
      const { query, cookie } = visit;
      let next = '';
      try {
        const state = new URLSearchParams(query).get('state') ?? '';
        const browser = browserKey(cookie);
        const attempt = browser && (await takeAttempt(pool, state, browser));
        if (!attempt) throw new UniversityRefusal('expired');
        ({ next } = attempt);
        const person = await provider.person(query, { ...attempt, state });
        return await admit(visit, attempt, person).catch(async (error: unknown) => {
          await recordRefusal(visit, person, error);
          throw error;
        });
      } catch (error) {
        return failed(error, next, visit.id);
      }
    },
  };
};

const refusalOf = (error: unknown): UniversityRefusal => {
  if (error instanceof UniversityRefusal) return error;
  const shutOut = error instanceof Refusal && error.code === 'forbidden';
  return new UniversityRefusal(shutOut ? 'deactivated' : 'unavailable');
};

/**
 * Returns when the person signed in at the provider, in milliseconds since 1970. One that does not say may have asked
 * them long ago: that is not fresh, and otherwise counts as now.
 */
const signedInBy = ({ authTime }: UniversityPerson, now: number): number =>
  authTime === undefined ? now - freshFor - 60_000 : Math.min(authTime * 1000, now);

/** Returns a path on this site; empty for anything else. The sign-in page decides who may open it. */
const ownPath = (next: string | null): string => {
  const isPath = next !== null && next.length <= 2000 && /^\/(?![/\\])\P{Cc}*$/u.test(next);
  return isPath && next.isWellFormed() ? next : '';
};

/** How long a sign-in at the provider may take, in seconds. */
const attemptSeconds = 10 * 60;

/**
 * What is needed to complete a sign-in; `next` is the page the visitor wanted, or empty; `again`: they have to prove
 * who they are even if the provider knows them.
 */
const attemptRow = {
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  again: z.boolean(),
  live: z.boolean(),
};
type Attempt = Omit<z.output<z.ZodObject<typeof attemptRow>>, 'live'>;

/** Stores a sign-in, identified by its state and the key of the browser. */
const beginAttempt = (
  pool: pg.Pool,
  state: string,
  browser: string,
  { nonce, verifier, next, again }: Attempt,
) =>
  pool.query(
    `with swept as (
       delete from university_sign_in where state_hash in (
         select state_hash from university_sign_in where expires_at <= now()
         limit 10 for update skip locked)
     )
     insert into university_sign_in
       (state_hash, browser_hash, nonce, verifier, next, again, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [digest(state), digest(browser), nonce, verifier, next, again, attemptSeconds],
  );

/**
 * Removes and returns the sign-in, so that it can be completed only once. `undefined` if this browser has
 * none with this state, or it has expired.
 */
const takeAttempt = async (pool: pg.Pool, state: string, browser: string) => {
  const attempt = await rowOf(
    pool,
    attemptRow,
    `delete from university_sign_in where state_hash = $1 and browser_hash = $2
     returning nonce, verifier, next, again, expires_at > now() as live`,
    [digest(state), digest(browser)],
  );
  return attempt?.live ? attempt : undefined;
};
