import {
  facultyFields,
  type FacultyInput,
  type FacultyProfile,
  studentFields,
  type StudentInput,
  type StudentProfile,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { notFound } from '../../campus-error.ts';
import { refuseDuplicates } from '../../db/constraints.ts';
import { queueTask } from '../accounts/index.ts';
import { enrolStudent } from '../subjects/index.ts';
import { requireOwn, visibleStudent, visibleTeacher } from './people.policy.ts';
import { duplicates, requirePast } from './records/refusals.ts';
import { facultyByEmail, insertFaculty, insertStudent, studentByEmail } from './people.queries.ts';

export { countFaculty, listFaculty, placeOfTeacher } from './faculty-list.queries.ts';

export { countStudents, listStudents, placeOfStudent } from './student-list.queries.ts';

const studentProfile = async (campus: Campus, email: string): Promise<Required<StudentProfile>> => {
  const row = await studentByEmail(campus.db, email);
  if (!row) throw notFound('There is no student with this e-mail.');
  return row;
};

const facultyProfile = async (campus: Campus, email: string): Promise<FacultyProfile> => {
  const row = await facultyByEmail(campus.db, email);
  if (!row) throw notFound('There is no teacher with this e-mail.');
  return row;
};

export const readStudent = async (
  campus: Campus,
  actor: Actor,
  email: string,
): Promise<StudentProfile> => {
  if (actor.role === 'student') requireOwn(actor, email);
  return visibleStudent(actor, await studentProfile(campus, email));
};

export const readFaculty = async (
  campus: Campus,
  actor: Actor,
  email: string,
): Promise<FacultyProfile> => {
  requireOwn(actor, email);
  return visibleTeacher(actor, await facultyProfile(campus, email));
};

/** Adds a student and enrols them in the open subjects whose audience matches. */
export const createStudent = async (
  campus: Campus,
  input: StudentInput,
): Promise<StudentProfile> => {
  const today = campus.today();
  requirePast(studentFields, input, today);
  await refuseDuplicates(duplicates, () =>
    inTransaction(campus.db, async (tx) => {
      const id = await insertStudent(tx, input, Number(today.slice(0, 4)));
      await queueTask(tx, 'invitation', id);
      await enrolStudent(tx, id, today);
    }),
  );
  return studentProfile(campus, input.email);
};

export const createFaculty = async (
  campus: Campus,
  input: FacultyInput,
): Promise<FacultyProfile> => {
  const today = campus.today();
  requirePast(facultyFields, input, today);
  await refuseDuplicates(duplicates, () =>
    inTransaction(campus.db, async (tx) => {
      await queueTask(tx, 'invitation', await insertFaculty(tx, input, Number(today.slice(0, 4))));
    }),
  );
  return facultyProfile(campus, input.email);
};
