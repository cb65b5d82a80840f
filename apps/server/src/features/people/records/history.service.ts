import type { people } from '@campus/contract';
import { notFound } from '../../../campus-error.ts';
import type { Handler } from '../../../http/call.ts';
import { readPart } from '../../../http/pages.ts';
import { historyOf, personExists } from './record.queries.ts';

/** The changes of a person's record, the last first. */
export const readHistory: Handler<typeof people.readHistory> = async (call) => {
  const { db } = call.campus;
  const { id } = call.params;
  if (!(await personExists(db, id))) throw notFound('There is no person with this id.');
  return readPart(call.query, historyOf(db, id));
};
