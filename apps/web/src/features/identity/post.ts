import { CallError, type CallErrorCode } from '../../lib/call-error.ts';
import { json } from '../../lib/identity-client.ts';

interface Refusal {
  readonly message?: string;
  readonly error?: CallErrorCode;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/**
 * Returns the body of a successful answer.
 * @throws CallError when it is not a success, and what fetch throws when nothing answers
 */
export const reply = async <T>(request: Promise<Response>): Promise<T> => {
  const answer = await request;
  const body = (await answer.json().catch(() => ({}))) as T & Refusal;
  if (answer.ok) return body;
  const { error = 'unknown', message = '', details = [] } = body;
  // A password may break several rules at once: their messages are joined.
  const byField = Object.entries(Object.groupBy(details, ({ field }) => field)).map(
    ([field, some = []]) => ({ field, message: some.map((one) => one.message).join(' ') }),
  );
  throw new CallError(answer.status, error, message, byField);
};

/** Posts JSON; throws as `reply` does. */
export const post = <T>(address: string, body: unknown): Promise<T> =>
  reply<T>(fetch(address, json(body)));
