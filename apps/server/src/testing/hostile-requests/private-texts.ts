import type { Role } from '@campus/contract';
import type { Pool } from 'pg';
import type { Person } from '../make.ts';

/**
 * Marker texts that name their owner, table and column, stored in place of a person's data: wherever one
 * appears, it shows whose it is.
 */
const written = /private(\d+)in([a-z_]+?)field/g;
const textFor = (id: string, table: string, column: string): string =>
  `private${id}in${table}field${column}`;

/** Columns that say to whom a row belongs; in `people` itself it is `id`. */
const owners = ['student_id', 'person_id'];
/** Columns not to mark: accounts are found and bound by them, and the last is JSON derived from others. */
const kept = ['email', 'role', 'identity_issuer', 'identity_subject', 'list_item'];

interface Column {
  readonly table: string;
  readonly column: string;
  readonly owner: string;
}

const columnsOf = async (pool: Pool): Promise<Column[]> =>
  (
    await pool.query<Column>(
      `select c.table_name as table, c.column_name as column, o.column_name as owner
         from information_schema.columns c
         join information_schema.columns o using (table_schema, table_name)
        where c.table_schema = 'public' and c.data_type = 'text' and c.is_generated = 'NEVER'
          and (o.column_name = any($1) or (c.table_name = 'people' and o.column_name = 'id'))
          and c.column_name <> all($2)`,
      [owners, kept],
    )
  ).rows;

/**
 * Marks every text of a person, except those from a closed list or in append-only tables. Returns the
 * number of marked columns.
 */
export const markTextsOf = async (pool: Pool, { id }: Person): Promise<number> => {
  let marked = 0;
  for (const { table, column, owner } of await columnsOf(pool)) {
    const text = textFor(id, table, column);
    // A constraint or a trigger may refuse it.
    const result = await pool
      .query(`update "${table}" set "${column}" = $1 where "${owner}" = $2`, [text, id])
      .catch(() => undefined);
    if ((result?.rowCount ?? 0) > 0) marked += 1;
  }
  return marked;
};

/** Tables that every teacher may read about every student (see the access matrix). */
const inRecords = [
  'people',
  'students',
  'student_directory',
  'profile_images',
  'correction_requests',
];

/** The marked texts in a reply that this caller may not see. */
export const leaksIn = async (
  pool: Pool,
  answer: Buffer,
  who: Role | 'nobody',
  caller: Person | undefined,
): Promise<string[]> => {
  if (who === 'admin') return [];
  const leaks: string[] = [];
  for (const [text, owner = '', table = ''] of answer.toString('latin1').matchAll(written)) {
    if (owner === caller?.id) continue;
    if (who === 'teacher' && inRecords.includes(table)) continue;
    if (who === 'teacher' && (await teaches(pool, caller, owner))) continue;
    leaks.push(text);
  }
  return leaks;
};

/** Read each time, because an administrator's earlier request may have enrolled anybody. */
const teaches = async (pool: Pool, teacher: Person | undefined, student: string) =>
  (
    await pool.query(
      `select from enrolments e join subjects s on s.id = e.subject_id
        where e.student_id = $1 and s.teacher_id = $2`,
      [student, teacher?.id],
    )
  ).rowCount !== 0;
