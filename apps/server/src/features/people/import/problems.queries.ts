import type { RowProblem, StudentHeader } from '@campus/contract';
import type pg from 'pg';

/** What happens to a row whose e-mail a student has already. */
export type ExistingRows = 'refuse' | 'skip' | 'update';

/** Identities: nobody shares them, neither in the file nor on campus. */
const identities = [
  { column: 'email', field: 'email', label: 'email' },
  { column: 'univ_id', field: 'univId', label: 'University ID' },
  { column: 'roll_no', field: 'rollNo', label: 'Roll Number' },
] as const;

type Identity = (typeof identities)[number];

/** A column as the file names it, and where it stands, from 1. */
interface Column {
  readonly name: string;
  readonly place: number;
}

/** Rows that share an identity each name the first other one; the first names the second. */
const insertRepeated = async (
  tx: pg.ClientBase,
  { column, label }: Identity,
  { name, place }: Column,
): Promise<void> => {
  await tx.query(
    `insert into student_import_problems
     select row, $2, true, $1, value, $3 || case when row = first then second else first end
     from (
       select row, ${column} as value, first_value(row) over same as first,
         nth_value(row, 2) over same as second
       from student_import
       where ${column} in (
         select ${column} from student_import group by ${column} having count(*) > 1)
       window same as (partition by ${column} order by row
         rows between unbounded preceding and unbounded following)
     ) as repeated`,
    [name, place, `This ${label} is the same as in row `],
  );
};

const insertTakenEmails = async (
  tx: pg.ClientBase,
  { name, place }: Column,
  existing: ExistingRows,
): Promise<void> => {
  await tx.query(
    `insert into student_import_problems
     select row, $2, true, $1, student_import.email, case people.role
       when 'student' then 'A student has this email already'
       else 'A member of staff has this email already' end
     from student_import join people on people.email = student_import.email
     where $3 or people.role <> 'student'`,
    [name, place, existing === 'refuse'],
  );
};

const owners = {
  univ_id: 'people on people.univ_id = student_import.univ_id',
  roll_no: `students on students.roll_no = student_import.roll_no
    join people on people.id = students.person_id`,
} as const;

/** Rows that are not about somebody who exists, or would change them, must not take from others. */
const insertTakenIdentities = async (
  tx: pg.ClientBase,
  { column, label }: Identity & { column: 'univ_id' | 'roll_no' },
  { name, place }: Column,
  existing: ExistingRows,
): Promise<void> => {
  await tx.query(
    `insert into student_import_problems
     select row, $2, true, $1, student_import.${column}, $3
     from student_import join ${owners[column]}
     where people.email is distinct from student_import.email
       and ($4 or not exists (select from people as own where own.email = student_import.email))`,
    [name, place, `Somebody else has this ${label} already`, existing === 'update'],
  );
};

/** Adds the problems that only the whole file and the campus together show. */
export const findProblems = async (
  tx: pg.ClientBase,
  header: StudentHeader,
  existing: ExistingRows,
): Promise<void> => {
  for (const identity of identities) {
    const at = header.fields.indexOf(identity.field);
    if (at < 0) continue;
    const column = { name: header.names[at] ?? '', place: at + 1 };
    await insertRepeated(tx, identity, column);
    if (identity.column === 'email') await insertTakenEmails(tx, column, existing);
    else await insertTakenIdentities(tx, identity, column, existing);
  }
};

/** Forgets what `findProblems` found, to look again. */
export const forgetFoundProblems = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query('delete from student_import_problems where found');
};

export const countProblems = async (
  tx: pg.ClientBase,
): Promise<{ problems: number; rows: number }> => {
  const { rows } = await tx.query<{ problems: number; rows: number }>(
    `select count(*)::int as problems, count(distinct row)::int as rows
     from student_import_problems`,
  );
  return rows[0] ?? { problems: 0, rows: 0 };
};

const select = `select row, header as column, value, reason
  from student_import_problems order by row, place, found, reason desc`;

export const firstProblems = async (tx: pg.ClientBase, limit: number): Promise<RowProblem[]> => {
  const { rows } = await tx.query<RowProblem>(`${select} limit $1`, [limit]);
  return rows;
};

/** All of them, a thousand at a time. */
export async function* everyProblem(tx: pg.ClientBase): AsyncGenerator<RowProblem[]> {
  await tx.query(`declare every_problem no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await tx.query<RowProblem>('fetch 1000 from every_problem');
    if (rows.length === 0) return;
    yield rows;
  }
}
