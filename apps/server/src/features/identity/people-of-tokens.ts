import type pg from 'pg';
import { peopleOfTokens, type PersonOfToken, personOfToken } from './identity.queries.ts';
import type { Claims } from './verify-token.ts';

type Bound = Pick<Claims, 'issuer' | 'subject'>;

interface Asking {
  readonly bound: Bound;
  readonly answer: (person: PersonOfToken | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** Tokens asked for in one statement at most. */
const most = 100;

/**
 * Who tokens belong to, asked of the database for each request after it has arrived. One statement
 * asks for all requests that arrived together; those that arrive while it runs ask together next, so
 * that under load most requests cost the database one statement less.
 */
export const createPeopleOfTokens = (
  pool: pg.Pool,
): ((bound: Bound) => Promise<PersonOfToken | undefined>) => {
  let waiting: Asking[] = [];
  let asking = false;

  const ask = async (group: readonly Asking[]): Promise<void> => {
    const [first] = group;
    if (!first) return;
    try {
      if (group.length === 1) {
        first.answer(await personOfToken(pool, first.bound.issuer, first.bound.subject));
        return;
      }
      const people = await peopleOfTokens(
        pool,
        group.map(({ bound }) => bound),
      );
      for (const [index, { answer }] of group.entries()) answer(people[index]);
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  };

  const askAll = async (): Promise<void> => {
    while (waiting.length > 0) await ask(waiting.splice(0, most));
    asking = false;
  };

  return (bound) =>
    new Promise((answer, fail) => {
      waiting.push({ bound, answer, fail });
      if (asking) return;
      asking = true;
      setImmediate(() => void askAll());
    });
};
