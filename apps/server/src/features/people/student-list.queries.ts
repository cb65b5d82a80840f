import type { StudentListItem } from '@campus/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../db/tables.generated.ts';

type Db = Kysely<DB>;

/** The sort value and id of the last row of a page; the next page starts after it. */
export interface Position {
  readonly value: string | null;
  readonly id: string;
}

/** Which students; what is not given does not narrow. */
export interface StudentChoice {
  readonly search?: string | undefined;
  readonly course?: string | undefined;
  readonly branch?: string | undefined;
  readonly semester?: number | undefined;
  readonly year?: number | undefined;
  readonly show?: 'active' | 'withdrawn' | 'deactivated' | 'all' | undefined;
}

export interface StudentOrder {
  readonly sort: 'name' | 'email' | 'univId' | 'course' | 'rollNo';
  readonly order: 'asc' | 'desc';
}

/** A part of a list that is in order. */
export interface Stretch {
  readonly limit: number | undefined;
  readonly after: Position | undefined;
  /** Rows before the page, where it was asked for by its number. */
  readonly skip: number;
}

const sortColumns = {
  name: { column: sql`student_directory.name`, blanks: false },
  email: { column: sql`student_directory.email`, blanks: false },
  univId: { column: sql`student_directory.univ_id`, blanks: false },
  course: { column: sql`student_directory.course`, blanks: true },
  rollNo: { column: sql`student_directory.roll_no`, blanks: true },
} as const;

/** Students with the search text in their name, e-mail, roll number or university ID. */
export const chosenStudents = (db: Db, choice: StudentChoice) => {
  const { search, course, branch, semester, year, show = 'active' } = choice;
  let students = db.selectFrom('student_directory');
  if (show !== 'all') students = students.where('student_directory.status', '=', show);
  if (course) students = students.where('student_directory.course', '=', course);
  if (branch) students = students.where('student_directory.branch', '=', branch);
  if (semester) students = students.where('student_directory.semester', '=', semester);
  if (year) students = students.where('student_directory.year', '=', year);
  if (search)
    students = students.where(
      sql<SqlBool>`position(search_key(${search}) in student_directory.search_key) > 0`,
    );
  return students;
};

const beyond = (order: 'asc' | 'desc') => (order === 'asc' ? sql`>` : sql`<`);

/** Blanks come last both ways; ids break ties, in the direction of the order: an index serves both. */
const byColumn = ({ sort, order }: StudentOrder) => {
  const { column, blanks } = sortColumns[sort];
  if (order === 'asc') return sql`${column}, student_directory.person_id`;
  return blanks
    ? sql`${column} desc nulls last, student_directory.person_id desc`
    : sql`${column} desc, student_directory.person_id desc`;
};

export const inOrder = (students: ReturnType<typeof chosenStudents>, order: StudentOrder) =>
  students.orderBy(byColumn(order));

/** Rows after a position, in the order of `byColumn`. */
const isAfter = ({ sort, order }: StudentOrder, { value, id }: Position) => {
  const { column, blanks } = sortColumns[sort];
  const further = beyond(order);
  if (value === null)
    return sql<SqlBool>`(${column} is null and student_directory.person_id ${further} ${id})`;
  const inside = sql<SqlBool>`(${column} ${further} ${value}
    or (${column} = ${value} and student_directory.person_id ${further} ${id}))`;
  return blanks ? sql<SqlBool>`(${column} is null or ${inside})` : inside;
};

export const listStudents = async (
  db: Db,
  list: StudentChoice & StudentOrder & Stretch,
): Promise<(StudentListItem & { sortValue: string | null })[]> => {
  let query = inOrder(chosenStudents(db, list), list).select([
    sql<string>`person_id::text`.as('id'),
    'name',
    'email',
    sql<string | null>`nullif(univ_id, '')`.as('univId'),
    'roll_no as rollNo',
    'course',
    'branch',
    'semester',
    'year',
    sql<StudentListItem['status']>`status`.as('status'),
    sql<string | null>`${sortColumns[list.sort].column}`.as('sortValue'),
  ]);
  if (list.after) query = query.where(isAfter(list, list.after));
  else if (list.skip) query = query.offset(list.skip);
  if (list.limit) query = query.limit(list.limit);
  return query.execute();
};

/** Where the student with this e-mail stands in the list, from 1; undefined when they do not. */
export const placeOfStudent = async (
  db: Db,
  list: StudentChoice & StudentOrder,
  email: string,
): Promise<number | undefined> => {
  const row = await chosenStudents(db, list)
    .where('student_directory.email', '=', email)
    .select([
      sql<string>`person_id::text`.as('id'),
      sql<string | null>`${sortColumns[list.sort].column}`.as('value'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  return (await countStudents(db, list)) - (await countAfter(db, list, row));
};

const countAfter = async (
  db: Db,
  list: StudentChoice & StudentOrder,
  position: Position,
): Promise<number> => {
  const { n } = await chosenStudents(db, list)
    .where(isAfter(list, position))
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

export const countStudents = async (db: Db, choice: StudentChoice): Promise<number> => {
  const { n } = await chosenStudents(db, choice)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

/** Every value that students have, in order: what the filters can be set to. */
export const studentFilterValues = async (
  db: Db,
): Promise<{ courses: string[]; branches: string[]; semesters: number[]; years: number[] }> => {
  const { rows } = await sql<{
    courses: string[];
    branches: string[];
    semesters: number[];
    years: number[];
  }>`
    with standing as materialized (
      select distinct course, branch, semester, year from student_directory)
    select
      array(select course from standing where course is not null
        group by course order by course collate campus_natural) as courses,
      array(select branch from standing where branch is not null
        group by branch order by branch collate campus_natural) as branches,
      array(select distinct semester from standing where semester is not null order by 1) as semesters,
      array(select distinct year from standing where year is not null order by 1) as years`.execute(
    db,
  );
  return rows[0] ?? { courses: [], branches: [], semesters: [], years: [] };
};
