import { pipeline } from 'node:stream/promises';
import type { StudentValues } from '@campus/contract';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ClassList, ListedStudent } from './class-list.ts';

/**
 * The file as tables that live as long as the transaction. `student_import` has a row for every
 * student of the file, also those with problems: their e-mail may be somebody's duplicate.
 * `new_students` gets those who are stored as new.
 */
export const createStaging = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query(`
    create temporary table student_import (
      row integer not null, shown jsonb, problems jsonb,
      name text, email text, univ_id text, roll_no text, course text, branch text,
      semester integer, year integer, dob date, gender text, contact_no bigint, contact_phone text,
      address text, nationality text, blood_group text, parent_name text,
      parent_contact_no bigint, parent_contact_phone text, parent_occupation text
    ) on commit drop;
    create temporary table student_import_problems (
      row integer not null, place integer, found boolean not null, header text, value text,
      reason text not null
    ) on commit drop;
    create temporary table student_import_changes (
      row integer not null, place integer not null, email text, field text, before text, after text
    ) on commit drop;
    create temporary table new_students (
      row integer not null, person_id bigint not null, univ_id text not null,
      generated boolean not null
    ) on commit drop`);
};

const special: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A value in the text format of COPY. */
const field = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return '\\N';
  const text = String(value);
  return /[\\\n\r\t]/.test(text)
    ? text.replaceAll(/[\\\n\r\t]/g, (char) => special[char] ?? char)
    : text;
};

const columns = [
  'row',
  'shown',
  'problems',
  'name',
  'email',
  'univ_id',
  'roll_no',
  'course',
  'branch',
  'semester',
  'year',
  'dob',
  'gender',
  'contact_no',
  'contact_phone',
  'address',
  'nationality',
  'blood_group',
  'parent_name',
  'parent_contact_no',
  'parent_contact_phone',
  'parent_occupation',
].join(', ');

const valueFields = (values: StudentValues): (string | number | null | undefined)[] => [
  values.name,
  values.email,
  values.univId,
  values.rollNo,
  values.course,
  values.branch,
  values.semester,
  values.year,
  values.dob,
  values.gender,
  values.contactNo?.contactNo,
  values.contactNo?.contactPhone,
  values.address,
  values.nationality,
  values.bloodGroup,
  values.parentName,
  values.parentContactNo?.contactNo,
  values.parentContactNo?.contactPhone,
  values.parentOccupation,
];

const line = ({ record, shown }: ListedStudent): string => {
  const problems = record.problems.length > 0 ? JSON.stringify(record.problems) : null;
  const cells = [
    record.row,
    shown && JSON.stringify(shown),
    problems,
    ...valueFields(record.values),
  ];
  return `${cells.map(field).join('\t')}\n`;
};

/** Fills `student_import` and the problems that the records have by themselves; answers the rows. */
export const stageStudents = async (
  tx: pg.ClientBase,
  { header, students }: ClassList,
  signal: AbortSignal,
): Promise<number> => {
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of students) {
      signal.throwIfAborted();
      rows += batch.length;
      const text = batch.map(line).join('');
      if (text !== '') yield text;
    }
  }
  await pipeline(lines, tx.query(copyFrom(`copy student_import (${columns}) from stdin`)));
  await tx.query(
    `insert into student_import_problems
     select student_import.row, array_position($1::text[], problem->>'column'), false,
       problem->>'column', problem->>'value', problem->>'reason'
     from student_import, jsonb_array_elements(problems) as problem
     where problems is not null`,
    [header.names],
  );
  return rows;
};
