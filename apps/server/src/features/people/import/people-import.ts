import {
  facultyColumns as listedFaculty,
  facultyFields,
  type FacultyValues,
  recordRules,
  studentColumns as listedStudents,
  studentFields,
  type StudentValues,
} from '@campus/contract';
import type { ListImport } from '../../../csv/list-import.ts';
import { locks } from '../../../db/locks.ts';
import { compared } from '../../../db/stored-fields.ts';
import { inviteNewPeople } from '../../accounts/index.ts';
import { enrolNewStudents } from '../../subjects/index.ts';
import { facultyColumns, studentColumns } from '../people.columns.ts';
import type { ImportedList } from './imported-list.ts';
import { findProblems } from './problems.queries.ts';
import { applyChanges, insertNewPeople, listNewPeople } from './store.queries.ts';

/** How people of a kind are imported: known by their e-mail, invited when they are new. */
const peopleImport = <Values extends object>(list: ImportedList<Values>): ListImport<Values> => ({
  records: list.records,
  plural: list.people,
  columns: list.columns,
  shown: list.shown,
  subject: 'email' as keyof Values & string,
  existing: 'refuse',
  lock: locks.peopleImport,
  // Those who are stored as new.
  tables: `create temporary table new_people (
    row integer not null, person_id bigint not null, univ_id text not null,
    generated boolean not null
  ) on commit drop`,
  known: 'left join people as known on known.email = import_rows.email',
  findProblems: (importing) => findProblems(list, importing),
  stored: {
    from: `join people on people.email = import_rows.email
     join ${list.kind} on ${list.kind}.person_id = people.id`,
    values: list.columns.filter(({ field, shown }) => shown && field !== 'email').map(compared),
  },
  applyChanges: ({ tx }) => applyChanges(tx, list),
  storeNew: async ({ tx, today, signal }) => {
    const created = await listNewPeople(tx, list, Number(today.slice(0, 4)));
    await insertNewPeople(tx, list);
    signal.throwIfAborted();
    await list.enrol?.(tx, today);
    await inviteNewPeople(tx);
    return created;
  },
});

const ofEverybody = [
  { field: 'email', column: 'email', label: 'email' },
  { field: 'univId', column: 'univ_id', label: 'University ID' },
] as const;

/** Students: new ones are enrolled in the open subjects of their audience. */
export const studentList = peopleImport<StudentValues>({
  kind: 'students',
  records: recordRules(studentFields, listedStudents),
  columns: studentColumns,
  people: 'students',
  univIds: 'student_univ_ids',
  identities: [...ofEverybody, { field: 'rollNo', column: 'roll_no', label: 'Roll Number' }],
  owners: { student: 'A student', teacher: 'A member of staff', admin: 'A member of staff' },
  shown: ['name', 'email', 'rollNo', 'course', 'semester'],
  enrol: enrolNewStudents,
});

/** Teachers: nothing but their accounts waits for those who are new. */
export const facultyList = peopleImport<FacultyValues>({
  kind: 'faculty',
  records: recordRules(facultyFields, listedFaculty),
  columns: facultyColumns,
  people: 'teachers',
  univIds: 'faculty_univ_ids',
  identities: ofEverybody,
  owners: { student: 'A student', teacher: 'A teacher', admin: 'An administrator' },
  shown: ['name', 'email', 'department'],
});
