import type { PersonChange } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { notFound } from '../../../campus-error.ts';
import { isRecordId } from '../../../db/sql.ts';
import type { Part } from '../../../db/lists.ts';
import { countHistory, historyOf, personExists } from './record.queries.ts';

/** What reads the changes of a person's record, the last first. */
export const readerOfHistory = async (campus: Campus, id: string) => {
  if (!isRecordId(id) || !(await personExists(campus.db, id)))
    throw notFound('There is no person with this id.');
  return {
    rows: ({ limit, after }: Part): Promise<PersonChange[]> =>
      historyOf(campus.db, id, { limit, before: after?.id }),
    total: (): Promise<number> => countHistory(campus.db, id),
  };
};
