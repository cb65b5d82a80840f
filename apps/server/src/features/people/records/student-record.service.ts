import { type people, studentColumns } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { found } from '../../../campus-error.ts';
import { exportList } from '../../../csv/export-list.ts';
import { inLongTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { studentDetailsById } from '../people.queries.ts';
import * as list from '../student-list.queries.ts';
import { changePerson } from './change-record.ts';
import { exportedStudents } from './export.queries.ts';
import { noSuchStudent } from './refusals.ts';

export const studentFilters: Handler<typeof people.studentFilters> = ({ campus }) =>
  list.studentFilterValues(campus.db);

export const detailsOf = async ({ db }: Campus, id: string) =>
  found(await studentDetailsById(db, id), noSuchStudent);

export const readStudent: Handler<typeof people.readStudent> = ({ campus, params }) =>
  detailsOf(campus, params.id);

export const changeStudent: Handler<typeof people.changeStudent> = async (call) => {
  await changePerson(call, 'students');
  return detailsOf(call.campus, call.params.id);
};

/** What the list shows, as CSV. */
export const exportStudents: Handler<typeof people.exportStudents> = async (call) => {
  const { sort = 'name', order = 'asc' } = call.query;
  const file = await inLongTransaction(call.campus.db, (tx) =>
    exportList(studentColumns, exportedStudents(tx, { ...call.query, sort, order })),
  );
  return file.stream();
};
