import * as oidc from 'openid-client';
import type pg from 'pg';
import type { Auth } from '../auth.ts';
import { cookieValue } from '../cookies.ts';
import type { Devices } from '../devices.ts';
import { Refusal } from '../errors.ts';
import type { IdentityLog, UniversityOptions } from '../identity.ts';
import { sweepSessions } from '../sessions.ts';
import { createAttempts, patience } from './attempts.ts';
import { accountFor } from './links.ts';
import { type UniversityProblem, UniversityRefusal } from './problem.ts';
import { createProvider } from './provider.ts';

/** A browser's request to go somewhere. */
export interface Visit {
  /** What stands behind the `?` of its address. */
  readonly query: string;
  readonly cookie: string | undefined;
  /** The address of the page it comes from, where the browser says so. */
  readonly referer: string | undefined;
}

/** Where it is sent, always one of our own pages or the provider. */
export interface Onward {
  readonly location: string;
  readonly setCookies: readonly string[];
}

/** "Sign in with your university account": both answer with where to go, whatever happens. */
export interface University {
  /**
   * Begins. `next` in the query is the page the visitor wants, of which only a path is taken; without
   * one the sign-in page's own counts, whose link may be pressed before its script has run.
   */
  start(visit: Visit): Promise<Onward>;
  /** Where the provider sends people back to. */
  callback(visit: Visit): Promise<Onward>;
}

interface Parts {
  readonly options: UniversityOptions;
  readonly auth: Auth;
  readonly pool: pg.Pool;
  readonly devices: Devices;
  /** Origin of pages and service. */
  readonly publicUrl: string;
  readonly basePath: string;
  readonly log: IdentityLog;
}

export function createUniversity(parts: Parts): University {
  const { options, auth, pool, devices, log } = parts;
  const path = `${parts.basePath}/university`;
  const provider = createProvider(options, `${parts.publicUrl}${path}/callback`);
  const attempts = createAttempts(pool);
  const secure = parts.publicUrl.startsWith('https:');
  // Where the provider is to bring the second factor, nobody gets this far without it.
  const methods = options.acrValues.length > 0 ? ['mfa'] : [];
  const cookieName = `${secure ? '__Secure-' : ''}campus.university`;

  // Known by a key of its own, so that nobody finishes in one browser what began in another.
  const browserKey = (cookie: string | undefined): string | undefined => {
    const value = cookieValue(cookie, cookieName);
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
  };
  const keyCookie = (key: string, seconds: number): string =>
    `${cookieName}=${key}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  const signInPage = (outcome: 'done' | 'code' | UniversityProblem, next: string): string => {
    const query = new URLSearchParams({ university: outcome, ...(next && { next }) });
    return `${parts.publicUrl}/signin?${query.toString()}`;
  };
  const failed = (error: unknown, next: string): Onward => {
    const refusal = refusalOf(error);
    if (refusal.problem === 'unavailable' && refusal !== error)
      log.error({ err: error }, 'A university sign-in could not be answered.');
    else if (refusal.reason !== undefined) {
      log.warn({ reason: refusal.reason }, 'A sign-in with a university account failed.');
    }
    return { location: signInPage(refusal.problem, next), setCookies: [] };
  };

  return {
    async start({ query, cookie, referer = '' }) {
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
        const location = await provider.address(checks, asked.get('again') === '1');
        // One key for all tabs: each of them can be finished.
        const browser = browserKey(cookie) ?? oidc.randomState();
        await attempts.begin(checks.state, browser, { ...checks, next });
        return { location, setCookies: [keyCookie(browser, patience)] };
      } catch (error) {
        return failed(error, next);
      }
    },

    async callback({ query, cookie }) {
      let next = '';
      try {
        const state = new URLSearchParams(query).get('state') ?? '';
        const browser = browserKey(cookie);
        const attempt = browser === undefined ? undefined : await attempts.take(state, browser);
        if (!attempt) throw new UniversityRefusal('expired');
        ({ next } = attempt);
        const person = await provider.person(query, { ...attempt, state });
        const account = await accountFor(pool, person, options);
        const { challenged, setCookies } = await auth.openSession(account, methods);
        await sweepSessions(pool);
        if (challenged) return { location: signInPage('code', next), setCookies };
        const device = await devices.admit(account, cookie);
        return { location: signInPage('done', next), setCookies: [...setCookies, device] };
      } catch (error) {
        return failed(error, next);
      }
    },
  };
}

function refusalOf(error: unknown): UniversityRefusal {
  if (error instanceof UniversityRefusal) return error;
  const shutOut = error instanceof Refusal && error.code === 'forbidden';
  return new UniversityRefusal(shutOut ? 'deactivated' : 'unavailable');
}

/** A path of this site; empty for anything else. Whose it is, the sign-in page asks. */
function ownPath(next: string | null): string {
  const isPath = next !== null && next.length <= 2000 && /^\/(?![/\\])\P{Cc}*$/u.test(next);
  return isPath && next.isWellFormed() ? next : '';
}
