import type { people } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { found } from '../../../campus-error.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { handOverSubjects, subjectsTaughtBy } from '../../subjects/index.ts';
import { facultyDetailsById } from '../people.queries.ts';
import { changePerson } from './change-record.ts';
import { noSuchTeacher } from './refusals.ts';

const detailsOf = async ({ db }: Campus, id: string) =>
  found(await facultyDetailsById(db, id), noSuchTeacher);

export const readFaculty: Handler<typeof people.readFaculty> = ({ campus, params }) =>
  detailsOf(campus, params.id);

export const changeFaculty: Handler<typeof people.changeFaculty> = async (call) => {
  await changePerson(call, 'faculty');
  return detailsOf(call.campus, call.params.id);
};

export const taughtSubjects: Handler<typeof people.taughtSubjects> = async (call) => {
  const { id } = await detailsOf(call.campus, call.params.id);
  return subjectsTaughtBy(call.campus.db, id);
};

export const handOver: Handler<typeof people.handOver> = async (call) => {
  const { campus, actor, params, body } = call;
  const from = await detailsOf(campus, params.id);
  await inTransaction(campus.db, (tx) =>
    handOverSubjects(tx, { ...body, from, actorId: actor.id }),
  );
  return subjectsTaughtBy(campus.db, params.id);
};
