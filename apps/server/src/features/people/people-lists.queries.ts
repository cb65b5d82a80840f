import type { FacultyListItem, StudentListItem } from '@campus/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { DB } from '../../db/tables.generated.ts';

type Db = Kysely<DB>;

/** The sort value and id of the last row of a page; the next page starts after it. */
export interface Position {
  readonly value: string | null;
  readonly id: string;
}

export interface StudentPage {
  readonly search: string | undefined;
  readonly sort: 'name' | 'email' | 'univId' | 'course' | 'rollNo';
  readonly order: 'asc' | 'desc';
  readonly limit: number | undefined;
  readonly after: Position | undefined;
  /** Rows before the page, where it was asked for by its number. */
  readonly skip: number;
}

const sortColumns = {
  name: sql`people.name`,
  email: sql`people.email`,
  univId: sql`people.univ_id`,
  course: sql`students.course`,
  rollNo: sql`students.roll_no`,
} as const;

const pattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Active students whose name, e-mail, roll number or university ID contains the search text. */
const activeStudents = (db: Db, search: string | undefined) => {
  const students = db
    .selectFrom('people')
    .innerJoin('students', 'students.person_id', 'people.id')
    .where('people.role', '=', 'student')
    .where('people.active', '=', true);
  if (!search) return students;
  const like = pattern(search);
  return students.where((where) =>
    where.or([
      where('people.name', 'ilike', like),
      where('people.email', 'ilike', like),
      where('students.roll_no', 'ilike', like),
      where('people.univ_id', 'ilike', like),
    ]),
  );
};

/** Rows after a position in an order in which blanks come last, and ids break ties. */
const isAfter = (column: unknown, order: 'asc' | 'desc', { value, id }: Position) => {
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  return value === null
    ? sql<SqlBool>`(${column} is null and people.id > ${id})`
    : sql<SqlBool>`(${column} is null or ${column} ${beyond} ${value} or (${column} = ${value} and people.id > ${id}))`;
};

const byColumn = ({ sort, order }: Pick<StudentPage, 'sort' | 'order'>) =>
  sql`${sortColumns[sort]} ${order === 'asc' ? sql`asc` : sql`desc`} nulls last, people.id`;

export const listStudents = async (
  db: Db,
  page: StudentPage,
): Promise<(StudentListItem & { sortValue: string | null })[]> => {
  const column = sortColumns[page.sort];
  let query = activeStudents(db, page.search)
    .select([
      sql<string>`people.id::text`.as('id'),
      'people.name',
      'people.email',
      'people.univ_id as univId',
      'students.roll_no as rollNo',
      'students.course',
      'students.branch',
      'students.semester',
      'students.year',
      sql<string | null>`${column}`.as('sortValue'),
    ])
    .orderBy(byColumn(page));
  if (page.after) query = query.where(isAfter(column, page.order, page.after));
  else if (page.skip) query = query.offset(page.skip);
  if (page.limit) query = query.limit(page.limit);
  return query.execute();
};

/** Where the student with this e-mail stands in the list, from 1; undefined when they do not. */
export const placeOfStudent = async (
  db: Db,
  list: Pick<StudentPage, 'search' | 'sort' | 'order'>,
  email: string,
): Promise<number | undefined> => {
  const ordered = activeStudents(db, list.search).select([
    'people.email',
    sql<number>`(row_number() over (order by ${byColumn(list)}))::int`.as('place'),
  ]);
  const row = await db
    .selectFrom(ordered.as('ordered'))
    .where('email', '=', email)
    .select('place')
    .executeTakeFirst();
  return row?.place;
};

export const countStudents = async (db: Db, search: string | undefined): Promise<number> => {
  const { n } = await activeStudents(db, search)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

/** Active teachers; `search` looks into name, department and e-mail. */
const activeTeachers = (db: Db, search: string | undefined) => {
  const teachers = db
    .selectFrom('people')
    .innerJoin('faculty', 'faculty.person_id', 'people.id')
    .where('people.role', '=', 'teacher')
    .where('people.active', '=', true);
  if (!search) return teachers;
  const like = pattern(search);
  return teachers.where((where) =>
    where.or([
      where('people.name', 'ilike', like),
      where('people.email', 'ilike', like),
      where('faculty.department', 'ilike', like),
    ]),
  );
};

export const listFaculty = (
  db: Db,
  page: Pick<StudentPage, 'search' | 'limit' | 'after' | 'skip'>,
): Promise<FacultyListItem[]> => {
  let query = activeTeachers(db, page.search)
    .select([
      sql<string>`people.id::text`.as('id'),
      'people.name',
      'people.email',
      'faculty.department',
    ])
    .orderBy('people.name')
    .orderBy('people.id');
  if (page.after) query = query.where(isAfter(sql`people.name`, 'asc', page.after));
  else if (page.skip) query = query.offset(page.skip);
  if (page.limit) query = query.limit(page.limit);
  return query.execute();
};

/** Where the teacher with this e-mail stands in the list, from 1; undefined when they do not. */
export const placeOfTeacher = async (
  db: Db,
  search: string | undefined,
  email: string,
): Promise<number | undefined> => {
  const ordered = activeTeachers(db, search).select([
    'people.email',
    sql<number>`(row_number() over (order by people.name, people.id))::int`.as('place'),
  ]);
  const row = await db
    .selectFrom(ordered.as('ordered'))
    .where('email', '=', email)
    .select('place')
    .executeTakeFirst();
  return row?.place;
};

export const countFaculty = async (db: Db, search: string | undefined): Promise<number> => {
  const { n } = await activeTeachers(db, search)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};
