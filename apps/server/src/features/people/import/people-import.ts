import {
  facultyFileFields,
  type FacultyValues,
  type IsoDate,
  recordRules,
  type RecordRules,
  studentFileFields,
  type StudentValues,
} from '@campus/contract';
import type { ListImport } from '../../../csv/list-import.ts';
import { locks } from '../../../db/locks.ts';
import { compared, type StoredColumn } from '../../../db/stored-fields.ts';
import { inviteNewPeople } from '../../accounts/index.ts';
import { courseOfStudent, respellRows } from '../../programmes/index.ts';
import { enrolNewStudents, lockOpenTerm, lockRostersOf } from '../../subjects/index.ts';
import { facultyColumns, type Kind, kinds, studentColumns } from '../people.columns.ts';
import { standings } from '../standing.ts';
import { integer, texts, type Transaction } from '../../../db/db.ts';
import {
  applyChanges,
  findProblems,
  insertNewPeople,
  keepBatch,
  listNewPeople,
} from './import.queries.ts';

/** A value that must be unique in the file and on campus. */
export interface Identity<F extends string> {
  readonly field: F;
  readonly column: string;
  /** As used within a sentence. */
  readonly label: string;
}

/** A kind of people that can be imported from a file, as data. */
interface ImportedList<Values extends object> {
  readonly kind: Kind;
  readonly records: RecordRules<Values>;
  /** As used within a sentence: "students". */
  readonly people: 'students' | 'teachers';
  readonly univIds: 'student_univ_ids' | 'faculty_univ_ids';
  /** In the order in which differences are listed. */
  readonly columns: readonly StoredColumn<keyof Values & string>[];
  readonly identities: readonly Identity<keyof Values & string>[];
  /** Who has a value already, as the beginning of a sentence. */
  readonly owners: Readonly<Record<'student' | 'teacher' | 'admin', string>>;
  /** The fields that the preview shows of a row. */
  readonly shown: readonly (keyof Values & string)[];
  /** Further work for the people of the temporary table `new_people`, in the same transaction. */
  enrol?(tx: Transaction, today: IsoDate): Promise<void>;
  /** Takes the locks of `enrol`, which come before those on people. */
  lockForEnrol?(tx: Transaction): Promise<unknown>;
}

/** The part of a list that its queries need. */
export type StoredList = Omit<ImportedList<Record<string, unknown>>, 'records'>;

/** The columns stored in `people`, or in the table of the kind. */
export const columnNames = ({ columns }: StoredList, table: string): string[] =>
  columns.filter((column) => column.table === table).map(({ name }) => name);

/** Imports people of a kind, matched by e-mail. */
const peopleImport = <Values extends object>(list: ImportedList<Values>): ListImport<Values> => {
  const { columns } = list.records;
  const standing = standings[list.kind];
  const present = `from people where role = '${kinds[list.kind].role}' and active`;
  const absentAs = (name: string): string =>
    `select ${name} as name ${present} and id not in (select id from import_known)`;
  const required = new Map(columns.required.map((field) => [field, columns.label(field)]));
  return {
    records: list.records,
    plural: list.people,
    columns: [...list.columns, ...(standing.columns as typeof list.columns)],
    template: Object.values(kinds[list.kind].fields).map(({ label }) => label),
    invited: standing.active,
    shown: list.shown,
    subject: 'email' as keyof Values & string,
    existing: 'refuse',
    comparing: `${list.people}_compared`,
    lock: locks.peopleImport,
    keys: ['email', 'univId'] as (keyof Values & string)[],
    shownOfKnown: { name: 'known.name', email: 'known.email' },
    // The people whom rows match, and those to be added.
    tables: `create temporary table import_known (row integer not null, id bigint not null) on commit drop;
  create temporary table new_people (
    row integer not null, person_id bigint not null, univ_id text not null,
    generated boolean not null
  ) on commit drop`,
    known: `left join import_known as about on about.row = import_rows.row
    left join people as known on known.id = about.id`,
    respell: (staged, taken) => respellRows(staged, taken, courseOfStudent),
    findProblems: (importing) => findProblems(list, required, importing),
    stored: {
      from: `join import_known as known on known.row = import_rows.row join people on people.id = known.id
     join ${list.kind} on ${list.kind}.person_id = people.id`,
      subject: 'people.email',
      values: list.columns.filter(({ field, shown }) => shown && field !== 'email').map(compared),
    },
    confirmed: (tx) => tx.value(integer, `select count(*)::int as n ${present}`),
    confirmOptional: true,
    absent: absentAs('name'),
    absentInFile: absentAs(`name || ' (' || email || ')'`),
    lockReferences: (tx) => list.lockForEnrol?.(tx) ?? Promise.resolve(),
    applyChanges: async ({ tx }) => {
      await lockRostersOf(
        tx,
        await tx.value(texts, 'select array(select id::text from import_known) as ids'),
      );
      return applyChanges(tx, list);
    },
    storeNew: async ({ tx, today, signal, actorId, invite }) => {
      const created = await listNewPeople(tx, list, Number(today.slice(0, 4)));
      await insertNewPeople(tx, list, today);
      signal.throwIfAborted();
      await list.enrol?.(tx, today);
      if (invite !== 'later') await inviteNewPeople(tx);
      await keepBatch(tx, list, actorId);
      return created;
    },
  };
};

const ofEverybody = [
  { field: 'email', column: 'email', label: 'email' },
  { field: 'univId', column: 'univ_id', label: 'University ID' },
] as const;

/** New students are enrolled in the open subjects whose audience they match. */
export const studentList = peopleImport<StudentValues>({
  kind: 'students',
  records: recordRules(studentFileFields),
  columns: studentColumns,
  people: 'students',
  univIds: 'student_univ_ids',
  identities: [...ofEverybody, { field: 'rollNo', column: 'roll_no', label: 'Roll Number' }],
  owners: { student: 'A student', teacher: 'A member of staff', admin: 'A member of staff' },
  shown: ['name', 'email', 'rollNo', 'course', 'semester'],
  enrol: enrolNewStudents,
  lockForEnrol: (tx) => lockOpenTerm(tx, 'joining'),
});

export const facultyList = peopleImport<FacultyValues>({
  kind: 'faculty',
  records: recordRules(facultyFileFields),
  columns: facultyColumns,
  people: 'teachers',
  univIds: 'faculty_univ_ids',
  identities: ofEverybody,
  owners: { student: 'A student', teacher: 'A teacher', admin: 'An administrator' },
  shown: ['name', 'email', 'department'],
});
