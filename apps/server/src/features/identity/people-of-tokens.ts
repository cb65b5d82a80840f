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
 * Who tokens belong to, asked of the database for each request after it has arrived. Requests that
 * arrive together ask together: one statement for all that came in the same turn of the event loop.
 */
export const createPeopleOfTokens = (
  pool: pg.Pool,
): ((bound: Bound) => Promise<PersonOfToken | undefined>) => {
  let waiting: Asking[] = [];

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

  const askAll = (): void => {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += most) void ask(all.slice(from, from + most));
  };

  return (bound) =>
    new Promise((answer, fail) => {
      if (waiting.length === 0) setImmediate(askAll);
      waiting.push({ bound, answer, fail });
    });
};
