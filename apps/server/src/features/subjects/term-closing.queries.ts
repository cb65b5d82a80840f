import { type IsoDate, type Standing, terms } from '@campus/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  boolean,
  type Db,
  integer,
  integerOrNull,
  text,
  textOrNull,
  texts,
  type Transaction,
} from '../../db/db.ts';
import { now } from '../../db/sql.ts';
import { audienceColumns, subjectColumns } from './subject.columns.ts';
import { activeStudents, audienceMatches, enrolByAudience, isAway } from './subjects.queries.ts';
import type { TermDates } from './terms.queries.ts';

/**
 * Active students with the same semester, year, programme length and `repeats`, and where they go; `to` may be equal.
 */
export interface Step {
  readonly from: Standing & {
    /** The last semester of their programme, if known. */
    readonly last: number | null;
    readonly repeats: boolean;
  };
  readonly to: Standing;
}

const staying = (graduates: readonly string[]) => sql`${activeStudents}
  and people.id <> all(${graduates}::bigint[])
  left join programmes on programmes.id = students.programme_id`;

/**
 * Active students in the last semester of their programme who neither repeat it nor are on leave when the term ends,
 * sorted by name.
 */
export const leavers = (db: Db, { endsOn }: Pick<TermDates, 'endsOn'>) =>
  db.rows(
    terms.leaver,
    sql`
    select person_id::text as id, people.name, email, univ_id as "univId", roll_no as "rollNo", course, semester,
      (select count(*)::int from loans
        where loans.person_id = people.id and returned_on is null) as loans
    from ${staying([])}
    where semester >= semesters and not repeats and withdrawn_on is null
      and not ${isAway(sql`${endsOn}`, sql`${endsOn}`)}
    order by people.name, person_id`,
  );

const stepsTable = (steps: readonly Step[]): RawBuilder<unknown> => sql`
  unnest(${steps.map(({ from }) => from.semester)}::int[], ${steps.map(({ from }) => from.year)}::int[],
    ${steps.map(({ from }) => from.last)}::int[], ${steps.map(({ from }) => from.repeats)}::bool[],
    ${steps.map(({ to }) => to.semester)}::int[], ${steps.map(({ to }) => to.year)}::int[])
  as step (semester, year, last, repeats, to_semester, to_year)`;

const ofStep = sql`step.semester is not distinct from students.semester
  and step.year is not distinct from students.year
  and step.last is not distinct from semesters and step.repeats = students.repeats`;

/** Locks the active students against edits and withdrawals. */
export const lockStudents = (tx: Transaction) =>
  sql`select count(*) from (
    select from ${activeStudents} order by person_id for no key update) held`.execute(tx);

export const standings = (tx: Transaction, graduates: readonly string[]) =>
  tx.rows(
    {
      semester: integerOrNull,
      year: integerOrNull,
      last: integerOrNull,
      repeats: boolean,
      students: integer,
      examples: texts,
    },
    sql`
    select semester, year, semesters as last, repeats, count(*)::int as students,
      (array_agg(people.name order by people.name, person_id))[1:3] as examples
    from ${staying(graduates)}
    group by 1, 2, 3, 4
    order by semester nulls last, year nulls last, semesters nulls last, repeats`,
  );

/** A digest of everything that decides what closing does to the active students. */
export const studentsDigest = (tx: Transaction) =>
  tx.value(
    text,
    sql`
    select coalesce(md5(string_agg(md5(row (person_id, course, branch, semester, year, semesters, repeats)::text), ''
      order by person_id)), '') as digest
    from ${staying([])}`,
  );

const carriedRow = z.object({
  id: text,
  subjectName: text,
  subjectCode: text,
  credits: integer,
  teacherName: text,
  teacherActive: boolean,
  course: textOrNull,
  branch: textOrNull,
  semester: integerOrNull,
  year: integerOrNull,
  students: integer,
  /** Has been carried over already, or its code exists in the next term. */
  there: boolean,
  /** Of the next term: somebody has been added to it by hand or from a file. */
  inUse: boolean,
});
export type CarriedRow = z.infer<typeof carriedRow>;

/**
 * The subjects of a term, each with how many active students match its audience after the promotion and are there in
 * the next term. For the next term itself, students already enrolled there are not counted.
 */
export const subjectsToCarry = (
  tx: Transaction,
  termId: string,
  next: TermDates & { readonly id: string | null },
  steps: readonly Step[],
  graduates: readonly string[] = [],
) =>
  tx.rows(
    carriedRow,
    sql`
    with moved as materialized (
      select person_id, course, branch, step.to_semester as semester, step.to_year as year
      from ${staying(graduates)} join ${stepsTable(steps)} on ${ofStep}
      where not ${isAway(sql`${next.startsOn}`, sql`${next.endsOn}`)}
    ), kinds as materialized (
      select course, branch, semester, year, count(*) as students from moved group by 1, 2, 3, 4
    )
    select subjects.id, subjects.name as "subjectName", code as "subjectCode", credits,
      people.name as "teacherName", people.active as "teacherActive",
      audience_course as course, audience_branch as branch, audience_semester as semester,
      audience_year as year,
      coalesce((select sum(students.students) from kinds students
        where not by_list and ${audienceMatches}), 0)::int
        - (select count(distinct student_id)::int from enrolments join moved as students on person_id = student_id
          where subject_id = subjects.id and term_id = ${next.id} and not by_list and ${audienceMatches})
        as students,
      exists (select from subjects as there where there.carried_from = subjects.id
        or (there.term_id = ${next.id} and upper(there.code) = upper(subjects.code))) as there,
      exists (select from enrolments
        where subject_id = subjects.id and subjects.term_id = ${next.id}) as "inUse"
    from subjects join people on people.id = subjects.teacher_id
    where term_id = ${termId} order by subjects.id`,
  );

const toBeClosed = (term: { id: string; endsOn: IsoDate }) => sql`
  subject_id in (select id from subjects where term_id = ${term.id})
  and (to_on is null or (to_on > ${term.endsOn}::date and from_on <= ${term.endsOn}::date))`;

export const countToClose = (tx: Transaction, term: { id: string; endsOn: IsoDate }) =>
  tx.value(
    integer,
    sql`
    select count(*)::int as n from enrolments where ${toBeClosed(term)}`,
  );

/** Ends enrolments with the term; one that begins after its last day ends on the day it begins. */
export const closeEnrolments = async (tx: Transaction, term: { id: string; endsOn: IsoDate }) => {
  const endedOn = sql`greatest(from_on, ${term.endsOn}::date)`;
  await sql`insert into closing_enrolments (enrolment_id, to_on, ended_on)
    select id, to_on, ${endedOn} from enrolments where ${toBeClosed(term)}`.execute(tx);
  await sql`update enrolments set to_on = ${endedOn} where ${toBeClosed(term)}`.execute(tx);
};

/** Moves students to their next semester and year. The history of each record names the actor. */
export const promoteStudents = async (
  tx: Transaction,
  termId: string,
  steps: readonly Step[],
  graduates: readonly string[],
): Promise<void> => {
  if (steps.length === 0) return;
  await sql`
    insert into closing_students (term_id, student_id, semester, year, to_semester, to_year, repeats)
    select ${termId}, person_id, students.semester, students.year, to_semester, to_year,
      students.repeats
    from ${staying(graduates)} join ${stepsTable(steps)} on ${ofStep}`.execute(tx);
  await sql`
    update students set semester = to_semester, year = to_year, repeats = false
    from closing_students as kept
    where kept.term_id = ${termId} and kept.student_id = person_id`.execute(tx);
};

export const storeGraduates = (
  tx: Transaction,
  termId: string,
  graduates: readonly string[],
  on: IsoDate,
) =>
  tx.query(sql`
    insert into closing_students (term_id, student_id, semester, year, to_semester, to_year, graduated_on)
    select ${termId}, person_id, semester, year, semester, year, ${on}
    from students where person_id = any(${graduates}::bigint[])`);

/** The columns of a term once closed; `next` is the term that follows. */
export const closedTermColumns = (
  actorId: string,
  reason: string | null,
  next: { readonly id: string; readonly isNew: boolean },
) => ({
  is_open: false,
  closed_at: now,
  closed_by: actorId,
  absent_counts_zero: sql<boolean>`(select absent_counts_zero from campus_settings)`,
  closing_reason: reason,
  next_id: next.id,
  next_is_new: next.isNew,
});

const copied = sql.join(
  [...subjectColumns, ...audienceColumns]
    .filter(({ table }) => table === 'subjects')
    .map(({ name }) => sql.ref(name)),
);

/** Copies subjects into the next term: all fields, audience, sections, teacher, and helpers without a last day. */
export const carrySubjects = (tx: Transaction, ids: readonly string[], nextTermId: string) =>
  sql`
    with carried as (
      insert into subjects (term_id, teacher_id, by_list, ${copied}, carried_from)
      select ${nextTermId}, teacher_id, by_list, ${copied}, id
      from subjects where id = any(${[...ids]}::bigint[]) order by id
      returning id, carried_from, term_id
    ),
    parts as (
      insert into sections (subject_id, name)
      select carried.id, name from carried join sections on sections.subject_id = carried_from
      order by sections.id
      returning id, subject_id, name
    )
    insert into subject_teachers
      (subject_id, person_id, kind, may_mark, may_grade, from_on, added_by, section_id)
    select distinct on (carried.id, person_id, helper.section_id) carried.id, person_id, kind,
      may_mark, may_grade, terms.starts_on, added_by, parts.id
    from carried
    join terms on terms.id = carried.term_id
    join subject_teachers as helper on helper.subject_id = carried_from and helper.to_on is null
    join people on people.id = person_id and people.active
    left join sections on sections.id = helper.section_id
    left join parts on parts.subject_id = carried.id and parts.name = sections.name
    order by carried.id, person_id, helper.section_id, helper.from_on desc`.execute(tx);

/** Enrols the active students who do not graduate in a term's subjects by audience, from its first day. */
export const enrolEverybody = (tx: Transaction, termId: string, graduates: readonly string[]) =>
  enrolByAudience(tx, {
    students: sql`${activeStudents} and people.id <> all(${graduates}::bigint[])`,
    subjects: sql`terms.id = ${termId}`,
    from: sql`terms.starts_on`,
  });
