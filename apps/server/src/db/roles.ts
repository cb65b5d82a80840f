import type { ClientBase } from 'pg';
import { StartError } from '../start-error.ts';
import { type Connection, withClient } from './connection.ts';
import { locks } from './locks.ts';

/** The two users of one database. */
export interface Roles {
  /** With the service's rights: pools use this one. */
  readonly connection: Connection;
  /** As the owner of the tables. The same object if one user does everything. */
  readonly owner: Connection;
  /** The name of the service's user. */
  readonly role: string;
}

export const INSUFFICIENT_PRIVILEGE = '42501';

/** The warning at a start with one user. */
const ONE_USER =
  'The user of DATABASE_URL could rewrite every history: name the owner of the tables in DATABASE_MIGRATE_URL, and in DATABASE_URL a user that owns nothing.';

interface Difference {
  readonly kind: 'attribute' | 'grant' | 'revoke';
  /** The statement that fixes it. */
  readonly statement: string;
}

/**
 * Differences between a role's rights and those the service needs, derived from the catalogue alone, so that new
 * tables are covered automatically. The service has no right to what a table's trigger refuses everybody:
 * with `refuse_change`, the table is append-only (bits of tgtype: 4 insert, 8 delete, 16 update).
 */
const missingGrants = `
  with service as (select * from pg_roles where rolname = $1),
  campus as (select relowner, relnamespace from pg_class where oid = to_regclass('campus_migrations')),
  schema as (
    select pg_namespace.* from pg_namespace, campus where oid = relnamespace or nspname = 'identity'
  ),
  -- Only objects of these roles: other applications may have tables and functions in the same schema.
  maker as (select relowner as oid from campus union select oid from service),
  relation as (
    select pg_class.*, relname in ('campus_migrations', 'migration') as read_only,
      (
        select coalesce(bit_or(case proname when 'refuse_change' then 24 else tgtype end), 0)
        from pg_trigger join pg_proc on pg_proc.oid = tgfoid
        where tgrelid = pg_class.oid and tgtype & 3 = 2
      ) as refused
    from pg_class join schema on schema.oid = relnamespace where relowner in (table maker)
  ),
  owner as (
    select relowner as oid from relation union select nspowner from schema
    union select datdba from pg_database where datname = current_database()
  ),
  privilege (name, object, has, needed) as (
    select name, 'database ' || quote_ident(datname), has_database_privilege($1, datname, name),
      name = 'temporary'
    from pg_database, unnest(array['create', 'temporary']) name where datname = current_database()
    union all
    select name, 'schema ' || quote_ident(nspname), has_schema_privilege($1, oid, name), name = 'usage'
    from schema, unnest(array['create', 'usage']) name
    union all
    select name, 'table ' || oid::regclass,
      case
        -- The privilege exists since PostgreSQL 17; before, only owners could analyze.
        when name = 'maintain' and current_setting('server_version_num')::int < 170000 then true
        when name = 'update' and refused & bit > 0 then has_any_column_privilege($1, oid, name)
        else has_table_privilege($1, oid, name)
      end,
      name in ('select', 'maintain') or (bit > 0 and not read_only and refused & bit = 0)
    from relation, (values ('select', 0), ('insert', 4), ('delete', 8), ('update', 16), ('truncate', 0),
      ('references', 0), ('trigger', 0), ('maintain', 0)) command (name, bit)
    where relkind in ('r', 'p', 'v')
    union all
    select name, 'sequence ' || oid::regclass, has_sequence_privilege($1, oid, name), name = 'usage'
    from relation, unnest(array['usage', 'update']) name where relkind = 'S'
    union all
    select 'execute', 'function ' || pg_proc.oid::regprocedure,
      has_function_privilege($1, pg_proc.oid, 'execute'), true
    from pg_proc join schema on schema.oid = pronamespace
    -- Without an access list everybody may execute the function.
    where proacl is not null and prokind = 'f' and proowner in (table maker)
    union all
    select 'set', 'parameter session_replication_role',
      has_parameter_privilege($1, 'session_replication_role', 'set'), false
  )
  select 'attribute' as kind,
    format('alter role %I nosuperuser nocreaterole nocreatedb nobypassrls noreplication', rolname) as statement
  from service where rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication
  union all
  select 'attribute', format('reassign owned by %I to %I', rolname, current_user)
  from service where oid in (table owner)
  union all
  select 'attribute', format('revoke %I from %I', other.rolname, service.rolname)
  from service join pg_roles other on pg_has_role(service.oid, other.oid, 'member') and other.oid <> service.oid
  where other.oid in (table owner) or other.rolsuper or other.rolcreaterole or other.rolname in
    ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_all_data', 'pg_write_server_files')
  union all
  select case when needed then 'grant' else 'revoke' end,
    format(case when needed then 'grant %s on %s to %I' else 'revoke %s on %s from %I, public' end, name, object, $1)
  from privilege where has <> needed
  order by 1, 2`;

const differencesOf = async (
  client: Pick<ClientBase, 'query'>,
  role: string,
): Promise<Difference[]> => (await client.query<Difference>(missingGrants, [role])).rows;

/** Fixes only grants: attributes of users are for people to decide. */
const fixGrants = async (client: ClientBase, found: readonly Difference[]): Promise<void> => {
  if (found.some(({ kind }) => kind === 'attribute')) return;
  const statements = found.map(({ statement }) => statement);
  try {
    // Sent together, and so one transaction.
    await client.query([`select pg_advisory_xact_lock(${locks.rights})`, ...statements].join(';'));
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
  }
};

const hasOwner = ({ connection, owner }: Roles): boolean => connection !== owner;

const problemOf = ([first, ...more]: Difference[], roles: Roles): string | undefined => {
  if (!first) return undefined;
  if (hasOwner(roles))
    return `The database user ${roles.role} has other rights than the service needs: start Campus or run node campus.js migrate.`;
  if ([first, ...more].some(({ kind }) => kind !== 'grant')) return ONE_USER;
  return `The database user ${roles.role} lacks a right (${first.statement}): run node campus.js migrate with DATABASE_MIGRATE_URL.`;
};

/** What is wrong with the rights of the service's user and what to do; undefined if nothing is. */
export const grantsProblem = async (
  client: Pick<ClientBase, 'query'>,
  roles: Roles,
): Promise<string | undefined> => problemOf(await differencesOf(client, roles.role), roles);

/** A quick check instead of the full comparison: the user has rights, and no table is without grants. */
const grantsAreCurrent = async (client: ClientBase, role: string): Promise<boolean> => {
  const { rows } = await client.query<{ settled: boolean }>(
    `select has_table_privilege($1, 'campus_migrations', 'select') and not exists (
       select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname in (current_schema(), 'identity') and relkind in ('r', 'p', 'v', 'S') and relacl is null
     ) as settled`,
    [role],
  );
  return rows[0]?.settled === true;
};

/**
 * Gives the service's user exactly the rights it needs on the current tables. Returns the warning if one
 * user does everything. `quickly` replaces the full comparison by a quick check, for a fast start.
 * @throws StartError if rights are wrong and a superuser has to fix them
 */
export const syncGrants = (roles: Roles, quickly = false): Promise<string | undefined> =>
  withClient(roles.owner, async (client) => {
    if (quickly && (await grantsAreCurrent(client, roles.role))) return undefined;
    const found = await differencesOf(client, roles.role);
    if (found.length > 0 && hasOwner(roles)) {
      await fixGrants(client, found);
      const [left] = await differencesOf(client, roles.role);
      if (!left) return undefined;
      throw new StartError(
        `The database user ${roles.role} has other rights than the service needs, and the owner of the tables cannot mend that: as a superuser of the database, run: ${left.statement};`,
      );
    }
    const problem = problemOf(found, roles);
    if (problem === undefined || problem === ONE_USER) return problem;
    throw new StartError(problem);
  });
