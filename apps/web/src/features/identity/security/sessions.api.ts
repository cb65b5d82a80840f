import { queryOptions } from '@tanstack/react-query';
import { codeOf } from '../../../lib/call-error.ts';
import { askIdentity } from '../../../lib/identity-client.ts';
import { endSession } from '../../../lib/session-end.ts';
import { reply } from '../post.ts';

/** A browser in which the person is signed in. Instants as on the wire. */
export interface SignedInBrowser {
  readonly id: string;
  readonly here: boolean;
  readonly userAgent: string;
  /** Empty when it is not known. */
  readonly network: string;
  readonly since: string;
  readonly lastUsed: string;
}

/** A person who has been signed out here goes to the sign-in page, as after any other call. */
const ask = async (path: string, body?: object): Promise<readonly SignedInBrowser[]> => {
  try {
    const answer = await reply<{ sessions: readonly SignedInBrowser[] }>(askIdentity(path, body));
    return answer.sessions;
  } catch (error) {
    if (codeOf(error) === 'session_ended') endSession();
    throw error;
  }
};

export const sessionsQuery = queryOptions({
  queryKey: ['/identity/sessions'],
  queryFn: () => ask('/sessions'),
});

/** Answers those left; `null` ends all but this one. */
export const endSessions = (id: string | null): Promise<readonly SignedInBrowser[]> =>
  id === null ? ask('/end-other-sessions', {}) : ask('/end-session', { id });
