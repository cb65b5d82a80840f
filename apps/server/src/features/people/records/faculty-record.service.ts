import { facultyFields, type facultyRecords } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { found } from '../../../campus-error.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { queueEmailChange } from '../../accounts/index.ts';
import { handOverSubjects, subjectsTaughtBy } from '../../subjects/index.ts';
import { facultyDetailsById, updateFaculty } from '../people.queries.ts';
import { changeRecord } from './change-record.ts';
import { noSuchTeacher, requirePast } from './refusals.ts';

const detailsOf = async ({ db }: Campus, id: string) =>
  found(await facultyDetailsById(db, id), noSuchTeacher);

export const readFaculty: Handler<typeof facultyRecords.readFaculty> = ({ campus, params }) =>
  detailsOf(campus, params.id);

/** As `changeStudent`. */
export const changeFaculty: Handler<typeof facultyRecords.changeFaculty> = async (call) => {
  const { campus, body } = call;
  requirePast(facultyFields, body, campus.today());
  await changeRecord(call, 'faculty', async (tx, person) => {
    await updateFaculty(tx, person.id, body);
    if (body.email !== undefined && body.email !== person.email)
      await queueEmailChange(tx, person.id, { from: person.email, to: body.email });
  });
  return detailsOf(campus, call.params.id);
};

export const taughtSubjects: Handler<typeof facultyRecords.taughtSubjects> = async (call) => {
  const { id } = await detailsOf(call.campus, call.params.id);
  return subjectsTaughtBy(call.campus.db, id);
};

export const handOver: Handler<typeof facultyRecords.handOver> = async (call) => {
  const { campus, actor, params, body } = call;
  const from = await detailsOf(campus, params.id);
  await inTransaction(campus.db, (tx) =>
    handOverSubjects(tx, { ...body, from, actorId: actor.id }),
  );
  return subjectsTaughtBy(campus.db, params.id);
};
