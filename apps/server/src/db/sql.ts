import {
  type InsertQueryBuilder,
  type InsertResult,
  type Selectable,
  type SelectType,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { z } from 'zod';
import type { Db, Transaction } from './db.ts';
import type { DB } from './tables.generated.ts';

/** When the transaction began. */
export const now = sql<Date>`now()`;

/** An instant as the wire has it. */
export const instant = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The pattern of `like` for all that contains a text, which may hold signs of patterns itself. */
export const containing = (search: string): string =>
  `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Whether one of the columns contains a text. */
export const anyContains = (columns: readonly string[], search: string) => {
  const like = containing(search);
  const contain = columns.map((column) => sql`${sql.ref(column)} ilike ${like}`);
  return sql<boolean>`(${sql.join(contain, sql` or `)})`;
};

/** Columns of the row of a table with these values, where there is one. */
export const rowWith = async <T extends keyof DB, C extends keyof DB[T] & string>(
  db: Pick<Db, 'selectFrom'>,
  table: T,
  values: Partial<Selectable<DB[T]>>,
  columns: readonly C[],
): Promise<{ [K in C]: SelectType<DB[T][K]> } | undefined> => {
  const query = db.selectFrom(table as 'people').where((where) => where.and(values));
  const row: unknown = await query.select(columns as readonly 'id'[]).executeTakeFirst();
  return row as { [K in C]: SelectType<DB[T][K]> } | undefined;
};

/** How many rows a query has. */
export const countOf = async <All, TB extends keyof All, O>(
  query: SelectQueryBuilder<All, TB, O>,
): Promise<number> => {
  const counting = query.select(sql<number>`count(*)::int`.as('n'));
  return ((await counting.executeTakeFirstOrThrow()) as { n: number }).n;
};

/** Inserts one row, and answers its id. */
export const insertedId = async <T extends keyof DB>(
  query: InsertQueryBuilder<DB, T, InsertResult>,
): Promise<string> => {
  const inserting = query as unknown as InsertQueryBuilder<DB, 'people', InsertResult>;
  return (await inserting.returning('id').executeTakeFirstOrThrow()).id;
};

/** How a term (`terms`) stands. */
export const termState = `case when terms.is_open then 'open'
  when terms.closed_at is not null then 'closed' else 'planned' end`;

/** Ids are opaque to clients; one that is not of this form names nothing that exists. */
export const isRecordId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id);

/** What a query selects, a thousand rows at a time: for lists that do not fit into memory. */
export const fetchPages = async function* <Row>(
  tx: Transaction,
  row: z.ZodType<Row>,
  select: string,
  parameters: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  await tx.query(`declare every_row no scroll cursor for ${select}`, [...parameters]);
  for (;;) {
    const rows = await tx.rows(row, 'fetch 1000 from every_row');
    if (rows.length === 0) return;
    yield rows;
  }
};
