import type { studentRecords } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { found } from '../../../campus-error.ts';
import type { Handler } from '../../../http/call.ts';
import { studentDetailsById } from '../people.queries.ts';
import * as list from '../student-list.queries.ts';
import { changePerson } from './change-record.ts';
import { noSuchStudent } from './refusals.ts';

export const studentFilters: Handler<typeof studentRecords.studentFilters> = ({ campus }) =>
  list.studentFilterValues(campus.db);

export const detailsOf = async ({ db }: Campus, id: string) =>
  found(await studentDetailsById(db, id), noSuchStudent);

export const readStudent: Handler<typeof studentRecords.readStudent> = ({ campus, params }) =>
  detailsOf(campus, params.id);

export const changeStudent: Handler<typeof studentRecords.changeStudent> = async (call) => {
  await changePerson(call, 'students');
  return detailsOf(call.campus, call.params.id);
};
