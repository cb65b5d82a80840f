import { z } from 'zod';
import { type Db, text, textOrNull } from '../db/db.ts';
import { appliedMigration, storedSequence, storedTable, type StoredTable } from './manifest.ts';

/** Lifts all timeouts for the rest of the transaction. */
export const withoutTimeouts = `set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/** Campus uses the schema to which unqualified names resolve. */
const schemaOf = `case part when 'identity' then 'identity' else current_schema() end`;
const partOf = `case nspname when 'identity' then 'identity' else 'campus' end`;
const ofCampus = `nspname in (current_schema(), 'identity')`;

/** Every table except the migrations' own, which they fill themselves. */
export const storedTables = (db: Db) =>
  db.rows(
    storedTable,
    `select ${partOf} as part, relname as name,
       array(
         select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum
       ) as columns
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and ${ofCampus} and relname not in ('campus_migrations', 'migration')
     order by 1, 2`,
  );

export const storedSequences = (db: Db) =>
  db.rows(
    storedSequence,
    `select ${partOf} as part, sequencename as name, last_value::text as value
     from pg_sequences, lateral (select schemaname as nspname) as place
     where ${ofCampus} order by 1, 2`,
  );

export const setSequences = (db: Db, sequences: readonly z.output<typeof storedSequence>[]) =>
  db.query(
    `select setval(format('%I.%I', ${schemaOf}, name)::regclass, value::bigint)
     from jsonb_to_recordset($1) as sequence (part text, name text, value text)
     where value is not null`,
    [JSON.stringify(sequences)],
  );

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const nameOf = ({ part, name }: Pick<StoredTable, 'part' | 'name'>): string =>
  part === 'identity' ? `identity.${quoted(name)}` : quoted(name);

/** A table and its columns, for COPY. */
export const columnsOf = (table: StoredTable): string =>
  `${nameOf(table)} (${table.columns.map(quoted).join(', ')})`;

export const versions = async (db: Db) => ({
  postgres: await db.value(text, `select current_setting('server_version')`),
  migrations: {
    campus: await db.rows(
      appliedMigration,
      'select name, sha256 from campus_migrations order by name',
    ),
    identity: await db.rows(
      appliedMigration,
      'select name, sha256 from identity.migration order by name',
    ),
  },
});

/** The name of any table or view in the schemas Campus would use; undefined if there is none. */
export const anyTable = (db: Db) =>
  db.value(
    textOrNull.optional(),
    `select format('%s.%s', nspname, relname)
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'v', 'm', 'f') and ${ofCampus} order by 1 limit 1`,
  );

const foreignKey = z.object({ table: text, name: text, definition: text });

const foreignKeys = (db: Db) =>
  db.rows(
    foreignKey,
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
     where contype = 'f' and ${ofCampus} order by 1, 2`,
  );

/**
 * Runs work that fills the tables with backed-up rows: triggers are disabled, since they acted on these
 * rows before, and foreign keys are checked once for all rows at the end.
 */
export const withoutTriggers = async (
  db: Db,
  tables: readonly StoredTable[],
  work: () => Promise<void>,
): Promise<void> => {
  const keys = await foreignKeys(db);
  const all = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await db.query(statement);
  };
  await all(keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`));
  await all(tables.map((table) => `alter table ${nameOf(table)} disable trigger user`));
  // Migrations insert some rows.
  await db.query(`truncate ${tables.map(nameOf).join(', ')}`);
  await work();
  await all(tables.map((table) => `alter table ${nameOf(table)} enable trigger user`));
  await all(
    keys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
  );
  await all(tables.map((table) => `analyze ${nameOf(table)}`));
};
