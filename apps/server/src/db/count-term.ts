import { runOutsideAct } from './acts.ts';
import type { Database } from './database.ts';
import { day, text } from './db.ts';
import { inLongTransaction } from './transaction.ts';

/**
 * SQL: whether `count_term` has anything to count. It looks for one uncounted subject itself, but takes four times as
 * long to find none among 5,000.
 */
export const hasUncounted = (term: string, on: string): string =>
  `(select count(*) from uncounted_subjects(${term}, ${on})) > 0`;

/**
 * Counts the marks of the term and for the day that a statement selects if there are any to count. However long it
 * takes: stopped half-way, the next attempt would begin anew.
 */
export const countTerm = async (
  db: Database,
  statement: string,
  values: readonly unknown[],
): Promise<void> => {
  const asked = await db.row({ term: text, day }, statement, values);
  if (!asked) return;
  await runOutsideAct(() =>
    inLongTransaction(db, (tx) => tx.query('select count_term($1, $2)', [asked.term, asked.day])),
  );
};
