import { CampusError } from '../campus-error.ts';

/** Google says no, by a code such as `EMAIL_EXISTS`. */
export class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal';
  readonly code: string;
  constructor(said: string) {
    super(`Google answered: ${said}`);
    this.code = said.split(' ')[0] ?? '';
  }
}

/** Codes that say nothing of what was asked: later, or with better rights, it may succeed. */
const notNow = /^(QUOTA|TOO_MANY|PERMISSION|INSUFFICIENT|CONFIGURATION|invalid_grant|INTERNAL)/;

/** @throws GoogleRefusal, or CampusError while it cannot be had */
export const askGoogle = async <T>(address: string, init: RequestInit): Promise<T> => {
  try {
    const reply = await fetch(address, {
      method: 'POST',
      signal: AbortSignal.timeout(10_000),
      ...init,
    });
    const body = (await reply.json()) as { error?: string | { message?: string } };
    if (reply.ok) return body as T;
    const { error } = body;
    const said = typeof error === 'object' ? error.message : error;
    throw new GoogleRefusal(said ?? `status ${reply.status}`);
  } catch (cause) {
    if (cause instanceof GoogleRefusal && !notNow.test(cause.code)) throw cause;
    throw new CampusError(
      'unavailable',
      'The identity service cannot do this at the moment. Please try again shortly.',
      { cause, headers: { 'retry-after': '5' } },
    );
  }
};
