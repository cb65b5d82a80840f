import { facultyFileFields, type people, studentFileFields } from '@campus/contract';
import type { Campus } from '../../../campus.ts';
import { found } from '../../../campus-error.ts';
import { tableFile, templateColumns } from '../../../csv/table-file.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { streamFrom } from '../../../spool.ts';
import { facultyDetailsById, studentDetailsById } from '../people.queries.ts';
import * as list from '../student-list.queries.ts';
import { requireMayReadAbout } from '../../accounts/index.ts';
import { currentSubjectsOf, handOverSubjects } from '../../subjects/index.ts';
import { readPart } from '../../../http/pages.ts';
import { changePerson, noSuchStudent, noSuchTeacher } from './change-record.ts';
import { exportedTeachers } from '../faculty-list.queries.ts';
import { exportedStudents } from './export.queries.ts';
import { historyOf, roleOfPerson } from './record.queries.ts';

/** The changes of a person's record, last one first. */
export const readHistory: Handler<typeof people.readHistory> = async (call) => {
  const { db } = call.campus;
  const { id } = call.params;
  const role = found(await roleOfPerson(db, id), 'There is no person with this id.');
  requireMayReadAbout(role, call.actor);
  return readPart(call.query, historyOf(db, id));
};

const teacherOf = async ({ db }: Campus, id: string) =>
  found(await facultyDetailsById(db, id), noSuchTeacher);

export const readFaculty: Handler<typeof people.readFaculty> = ({ campus, params }) =>
  teacherOf(campus, params.id);

export const changeFaculty: Handler<typeof people.changeFaculty> = async (call) => {
  await changePerson(call, 'faculty');
  return teacherOf(call.campus, call.params.id);
};

export const taughtSubjects: Handler<typeof people.taughtSubjects> = async (call) => {
  const { id } = await teacherOf(call.campus, call.params.id);
  return currentSubjectsOf(call.campus.db, id, call.campus.today());
};

export const handOver: Handler<typeof people.handOver> = async (call) => {
  const { campus, actor, params, body } = call;
  const from = await teacherOf(campus, params.id);
  await inTransaction(campus.db, (tx) =>
    handOverSubjects(tx, { ...body, from, actorId: actor.id }),
  );
  return currentSubjectsOf(campus.db, params.id, campus.today());
};

export const studentFilters: Handler<typeof people.studentFilters> = ({ campus }) =>
  list.studentFilterValues(campus.db);

export const studentOf = async ({ db }: Campus, id: string) =>
  found(await studentDetailsById(db, id), noSuchStudent);

export const readStudent: Handler<typeof people.readStudent> = ({ campus, params }) =>
  studentOf(campus, params.id);

export const changeStudent: Handler<typeof people.changeStudent> = async (call) => {
  await changePerson(call, 'students');
  return studentOf(call.campus, call.params.id);
};

const studentTable = templateColumns(studentFileFields);
const facultyTable = templateColumns(facultyFileFields);

export const exportStudents: Handler<typeof people.exportStudents> = async (call) => {
  const { format, sort = 'name', order = 'asc' } = call.query;
  const chosen = { ...call.query, sort, order };
  return streamFrom(call.campus.db, (tx) =>
    tableFile(format, studentTable, exportedStudents(tx, chosen, call.campus.today())),
  );
};

export const exportFaculty: Handler<typeof people.exportFaculty> = async ({ campus, query }) => {
  const { format, ...choice } = query;
  return streamFrom(campus.db, (tx) =>
    tableFile(format, facultyTable, exportedTeachers(tx, { ...choice, all: true }, campus.today())),
  );
};
