import { askIdentity } from './identity-client.ts';
import { CallError, toNetworkError, serverUnreachable } from './call-error.ts';
import { recordUnreachable } from './connection.ts';
import { readSession, saveToken, type Session } from './session.ts';
import { singleFlight } from './single-flight.ts';
import { untilAborted } from './until-aborted.ts';

/** The claims the browser reads from an ID token. It decides nothing by them: the server checks the token. */
interface Claims {
  /** Seconds since 1970 by the identity service's clock, as is `iat`. */
  readonly exp: number;
  readonly iat: number;
  readonly sub: string;
  readonly email?: string;
}

/** Null for anything but a token that expires. */
const readClaims = (token: string): Claims | null => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (char) => char.codePointAt(0) ?? 0);
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Claims | null;
    return typeof claims?.exp === 'number' ? claims : null;
  } catch {
    return null;
  }
};

/** The identity service no longer accepts this session: the person must sign in again. */
export class SessionExpired extends Error {
  override readonly name = 'SessionExpired';
}

/** How long before its expiry a token is replaced, in milliseconds. */
const renewBeforeMs = 60_000;

/** How long to wait for a token, in milliseconds: every tab and every call waits for the one being requested. */
const timeoutMs = 60_000;

/** The identity service's clock minus this computer's, learnt from each new token: computers' clocks may be wrong. */
let skew = 0;

const remaining = (token: string): number => {
  const claims = readClaims(token);
  return claims ? claims.exp * 1000 - (Date.now() + skew) : 0;
};

let move = (_from: string, _to: string): void => undefined;
/** `act` is called when the campus has given the person another e-mail, before it is stored. */
export const onNewEmail = (act: typeof move): void => void (move = act);

const requestToken = async ({ token: former, email }: Session): Promise<string> => {
  const answer = await untilAborted(askIdentity('/token'), AbortSignal.timeout(timeoutMs)).catch(
    (error: unknown) => {
      recordUnreachable();
      throw toNetworkError(error);
    },
  );
  if (answer.status === 401 || answer.status === 403) throw new SessionExpired();
  if (!answer.ok) throw new CallError(answer.status, 'unavailable', serverUnreachable);
  const { token } = (await answer.json()) as { token: string };
  const [before, claims] = [readClaims(former), readClaims(token)];
  // By the e-mail if the former token cannot be read.
  const same = before
    ? claims?.sub === before.sub
    : claims?.email?.toLowerCase() === email.toLowerCase();
  // Someone else has meanwhile signed in from another tab of this browser.
  if (!same) throw new SessionExpired();
  if (claims) skew = claims.iat * 1000 - Date.now();
  // The campus may know the person by another e-mail than their tokens do, which then is no news.
  const known = before?.email === email ? claims?.email : undefined;
  if (known && known !== email) {
    move(email, known);
    localStorage.setItem('userEmail', known);
  }
  saveToken(token);
  return token;
};

/** One tab at a time where the browser has locks (secure pages); elsewhere tabs renew independently. */
const acrossTabs = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('campus-renewal', work) : work();

/**
 * Returns a token other than `usedToken`. Concurrent callers share one renewal, and a token that another tab has
 * already renewed is used as it is.
 * @throws SessionExpired, or CallError when the identity service cannot be reached
 */
export const renew = singleFlight((usedToken: string): Promise<string> =>
  acrossTabs(async () => {
    const session = readSession();
    if (!session) throw new SessionExpired();
    if (session.token !== usedToken && remaining(session.token) > renewBeforeMs)
      return session.token;
    return requestToken(session);
  }),
);

/** The token to send now, renewed first if it is about to expire. Throws like `renew`. */
export const freshToken = async (): Promise<string> => {
  const session = readSession();
  if (!session) throw new SessionExpired();
  return remaining(session.token) > renewBeforeMs ? session.token : renew(session.token);
};

/**
 * Keeps the stored token fresh while the page is visible; returns a function that stops it.
 * `onExpired` is called when the identity service refuses to renew.
 */
export const keepTokenFresh = (onExpired: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    clearTimeout(timer);
    const session = readSession();
    if (!session || document.hidden) return;
    timer = setTimeout(check, Math.max(remaining(session.token) - renewBeforeMs, 1_000));
  };
  const check = (): void => {
    freshToken().then(schedule, (error: unknown) => {
      if (error instanceof SessionExpired) onExpired();
      else timer = setTimeout(check, 30_000);
    });
  };
  document.addEventListener('visibilitychange', schedule);
  schedule();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', schedule);
  };
};
