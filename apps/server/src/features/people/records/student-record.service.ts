import { studentFields, type studentRecords } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { found } from '../../../campus-error.ts';
import type { Handler } from '../../../http/call.ts';
import { queueEmailChange } from '../../accounts/index.ts';
import { studentDetailsById, updateStudent } from '../people.queries.ts';
import * as list from '../student-list.queries.ts';
import { changeRecord } from './change-record.ts';
import { noSuchStudent, requirePast } from './refusals.ts';

export const studentFilters: Handler<typeof studentRecords.studentFilters> = ({ campus }) =>
  list.studentFilterValues(campus.db);

export const detailsOf = async ({ db }: Campus, id: string) =>
  found(await studentDetailsById(db, id), noSuchStudent);

export const readStudent: Handler<typeof studentRecords.readStudent> = ({ campus, params }) =>
  detailsOf(campus, params.id);

/** Changes what is sent. The identity stays bound to the person, whose account follows a new e-mail. */
export const changeStudent: Handler<typeof studentRecords.changeStudent> = async (call) => {
  const { campus, body } = call;
  requirePast(studentFields, body, campus.today());
  await changeRecord(call, 'students', async (tx, person) => {
    await updateStudent(tx, person.id, body);
    if (body.email !== undefined && body.email !== person.email)
      await queueEmailChange(tx, person.id, { from: person.email, to: body.email });
  });
  return detailsOf(campus, call.params.id);
};
