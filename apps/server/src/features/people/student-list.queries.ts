import type { people, QueryOf } from '@campus/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type Db, integers, texts } from '../../db/db.ts';
import type { JsonRows, Part, Position } from '../../db/lists.ts';
import {
  countOf,
  few,
  hasParts,
  isOfInvitation,
  searchExpression,
  toInvite,
} from '../../db/sql.ts';
import type { DB } from '../../db/tables.generated.ts';

/** Which students; omitted filters do not apply. */
export interface StudentChoice {
  readonly search?: string | undefined;
  readonly course?: string | undefined;
  readonly branch?: string | undefined;
  readonly semester?: number | undefined;
  readonly year?: number | undefined;
  readonly show?: QueryOf<typeof people.listStudents>['show'];
  /** Only the students a batch changes. */
  readonly batchId?: string;
  /** Look up the search in the trigram index first; only if `isSelectiveSearch`. */
  readonly byIndex?: boolean;
}

export interface StudentOrder {
  readonly sort: 'name' | 'email' | 'univId' | 'course' | 'rollNo';
  readonly order: 'asc' | 'desc';
}

const sortColumns = {
  name: { column: sql`student_directory.name`, blanks: false },
  email: { column: sql`student_directory.email`, blanks: false },
  univId: { column: sql`student_directory.univ_id`, blanks: false },
  course: { column: sql`student_directory.course`, blanks: true },
  rollNo: { column: sql`student_directory.roll_no`, blanks: true },
} as const;

const withIndexMatches = (db: Pick<Db, 'with'>, search: string) =>
  db.with(
    'student_directory',
    () =>
      sql<
        Selectable<DB['student_directory']>
      >`(select * from students_by_parts(${search}, ${few + 1}))`,
  );

/** Whether a search contains three letters or digits in a row, and the index finds few enough students for it. */
export const isSelectiveSearch = async (db: Db, search: string): Promise<boolean> =>
  hasParts(search) &&
  (await countOf(withIndexMatches(db, search).selectFrom('student_directory'))) <= few;

/**
 * Students who match the filters; a search matches words of name, e-mail, roll number, university ID and telephone
 * number.
 */
export const chosenStudents = (db: Pick<Db, 'selectFrom' | 'with'>, choice: StudentChoice) => {
  const { search, course, branch, semester, year, show = 'active', batchId, byIndex } = choice;
  let students = (search && byIndex ? withIndexMatches(db, search) : db).selectFrom(
    'student_directory',
  );
  if (isOfInvitation(show))
    students = students.where(toInvite(show, sql`student_directory.person_id`));
  else if (show !== 'all') students = students.where('student_directory.status', '=', show);
  if (course) students = students.where('student_directory.course', '=', course);
  if (branch) students = students.where('student_directory.branch', '=', branch);
  if (semester) students = students.where('student_directory.semester', '=', semester);
  if (year) students = students.where('student_directory.year', '=', year);
  if (batchId)
    students = students.where(sql<SqlBool>`student_directory.person_id in (
      select student_id from student_batch_students
      where batch_id = ${batchId} and skipped is null)`);
  if (search) students = students.where(searchExpression('student_directory.search_key', search));
  return students;
};

const beyond = (order: 'asc' | 'desc') => (order === 'asc' ? sql`>` : sql`<`);

/**
 * Blanks come last in both directions; ids break ties in the direction of the order, so that one index serves both.
 */
const byColumn = ({ sort, order }: StudentOrder, from: 'start' | 'end' = 'start') => {
  const { column, blanks } = sortColumns[sort];
  const down = (order === 'desc') === (from === 'start');
  const direction = down ? sql`desc` : sql`asc`;
  const nulls = from === 'start' ? sql`nulls last` : sql`nulls first`;
  const id = sql`student_directory.person_id ${direction}`;
  return blanks ? sql`${column} ${direction} ${nulls}, ${id}` : sql`${column} ${direction}, ${id}`;
};

export const inOrder = (
  students: ReturnType<typeof chosenStudents>,
  order: StudentOrder,
  from: 'start' | 'end' = 'start',
) => students.orderBy(byColumn(order, from));

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

/**
 * Finds all matches first and then sorts them, for when they are few. Otherwise an index is read in the order of the
 * list until the page is full, which is slow only if there are hardly any matches.
 */
const foundFirst = (db: Db, choice: StudentChoice) =>
  db
    .with(
      (cte) => cte('student_directory').materialized(),
      (query) => chosenStudents(query, choice).selectAll(),
    )
    .selectFrom('student_directory');

/**
 * A page of students as JSON written by PostgreSQL when each of them changed. `total` is the length of the whole list:
 * a page in its second half is read from the end.
 */
export const listStudents = async (
  db: Db,
  list: StudentChoice & StudentOrder & Part & { readonly total: number },
): Promise<JsonRows> => {
  const { limit, after, skip, total } = list;
  const inPage = Math.min(limit ?? total, total - skip);
  const fromEnd = !after && limit !== undefined && inPage > 0 && skip > total / 2;
  const narrow = total < few && limit !== undefined;
  let page = inOrder(
    narrow ? foundFirst(db, list) : chosenStudents(db, list),
    list,
    fromEnd ? 'end' : 'start',
  ).selectAll('student_directory');
  if (after) page = page.where(isAfter(list, after));
  else if (skip > 0) page = page.offset(fromEnd ? total - skip - inPage : skip);
  if (limit !== undefined) page = page.limit(fromEnd ? inPage : limit);
  const last = (column: RawBuilder<unknown>) =>
    sql<string | null>`(array_agg(${column}::text order by ${byColumn(list)}))[count(*)]`;
  const { count, json, id, value } = await db
    .selectFrom(page.as('student_directory'))
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<string>`'[' || coalesce(string_agg(list_item, ',' order by ${byColumn(list)}), '') || ']'`.as(
        'json',
      ),
      last(sql`person_id`).as('id'),
      last(sortColumns[list.sort].column).as('value'),
    ])
    .executeTakeFirstOrThrow();
  return { count, json, last: id === null ? undefined : { id, value } };
};

/** The position of the student with this e-mail in the list, from 1; undefined when not in it. */
export const placeOfStudent = async (db: Db, list: StudentChoice & StudentOrder, email: string) => {
  const row = await chosenStudents(db, list)
    .where('student_directory.email', '=', email)
    .select([
      sql<string>`person_id::text`.as('id'),
      sql<string | null>`${sortColumns[list.sort].column}`.as('value'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  return (
    (await countStudents(db, list)) -
    (await countOf(chosenStudents(db, list).where(isAfter(list, row))))
  );
};

export const countStudents = (db: Db, choice: StudentChoice) => countOf(chosenStudents(db, choice));

/** All values that students have, sorted: the choices of the filters. */
export const studentFilterValues = (db: Db) =>
  db.one(
    { courses: texts, branches: texts, semesters: integers, years: integers },
    sql`
    with standing as materialized (
      select distinct course, branch, semester, year from student_directory)
    select
      array(select course from standing where course is not null
        group by course order by course collate campus_natural) as courses,
      array(select branch from standing where branch is not null
        group by branch order by branch collate campus_natural) as branches,
      array(select distinct semester from standing where semester is not null order by 1) as semesters,
      array(select distinct year from standing where year is not null order by 1) as years`,
  );
