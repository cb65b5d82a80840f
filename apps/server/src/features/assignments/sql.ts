import type pg from 'pg';

export type Sql = pg.Pool | pg.PoolClient;

/** An instant as the wire has it. */
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The files of a table as JSON, in the order in which they came; `where` is about `file`. */
export const filesOf = (table: 'assignment_files' | 'hand_in_files', where: string): string => `
  (select coalesce(json_agg(json_build_object('id', file.id::text, 'name', file.name,
     'type', stored.type, 'size', stored.size) order by file.id), '[]')
   from ${table} file join assignment_contents stored on stored.id = file.content_id
   where ${where})`;
