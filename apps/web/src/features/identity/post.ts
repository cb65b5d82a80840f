import { json } from '../../lib/identity-client.ts';

/** A refusal with the server's own sentence; without one the page says its own. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** Machine code, such as `link_expired`; empty when the answer had none. */
  readonly code: string;
  /** Sentences about single fields, where the answer has some. */
  readonly details: readonly { readonly field: string; readonly message: string }[];
  constructor(message: string, code: string, details: Refused['details'] = []) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

interface Refusal {
  readonly message?: string;
  readonly error?: string;
  readonly details?: Refused['details'];
}

/** The answer's body. @throws Refused when it is not a success */
export const reply = async <T>(request: Promise<Response>): Promise<T> => {
  const answer = await request;
  const body = (await answer.json().catch(() => ({}))) as T & Refusal;
  if (!answer.ok) throw new Refused(body.message ?? '', body.error ?? '', body.details);
  return body;
};

/** Posts JSON. @throws Refused, or what fetch throws when nothing answers */
export const post = <T>(address: string, body: unknown): Promise<T> =>
  reply<T>(fetch(address, json(body)));

/** The server's sentence, else `fallback`. */
export const sentenceOf = (problem: unknown, fallback: string): string =>
  (problem instanceof Refused && problem.message) || fallback;
