import { type Duty, duties, roles } from '@campus/contract';
import { z } from 'zod';
import {
  boolean,
  type Db,
  integer,
  number,
  text,
  textOrNull,
  timestamp,
  type Transaction,
} from '../../db/db.ts';
import { tokensRefused } from '../../db/sql.ts';

/** The part of a person that concerns their sign-in. */
const holderRow = z.object({
  id: text,
  role: z.enum(roles),
  duty: z.enum(duties).nullable(),
  name: text,
  email: text,
  active: boolean,
  issuer: textOrNull,
  subject: textOrNull,
});
export type AccountHolder = z.infer<typeof holderRow>;

const columns = `id::text, role, duty, name, email, active, identity_issuer as issuer,
  identity_subject as subject`;

/** The people who meet a condition, such as `role = 'admin' order by name`. */
export const listHolders = (db: Db, condition: string, values: unknown[] = []) =>
  db.rows(holderRow, `select ${columns} from people where ${condition}`, values);
const firstHolder = async (db: Db, condition: string, values: unknown[]) =>
  (await listHolders(db, condition, values))[0];

export const holderById = (db: Db, id: string) => firstHolder(db, 'id = $1', [id]);
export const holderByEmail = (db: Db, email: string) => firstHolder(db, 'email = $1', [email]);
export const holderOfSubject = (db: Db, issuer: string, subject: string) =>
  firstHolder(db, 'identity_issuer = $1 and identity_subject = $2', [issuer, subject]);

/** Whether the person has never signed in, and no invitation was sent or is waiting. */
export const isNeverInvited = async (db: Db, id: string): Promise<boolean> =>
  (await db.query(
    `select from people where id = $1 and came_in_at is null and not exists (
       select from account_outbox
       where person_id = $1 and kind = 'invitation' and coalesce(outcome, 'done') = 'done')`,
    [id],
  )) > 0;

/** Binds a person to an account, replacing the binding in `holder`; false when that has changed meanwhile. */
export const bindHolder = async (db: Db, holder: AccountHolder, issuer: string, subject: string) =>
  (await db.query(
    `update people set identity_issuer = $2, identity_subject = $3, updated_at = now()
     where id = $1 and identity_subject is not distinct from $4
       and identity_issuer is not distinct from $5`,
    [holder.id, issuer, subject, holder.subject, holder.issuer],
  )) === 1;

/** The latest invitation of each person: sent, waiting or given up. */
const invitationRow = z.object({
  personId: text,
  waiting: boolean,
  sentAt: timestamp.nullable(),
  lastError: textOrNull,
  nextAttemptAt: timestamp.nullable(),
});
export type InvitationRow = z.infer<typeof invitationRow>;

export const lastInvitations = (db: Db, personIds: readonly string[]) =>
  db.rows(
    invitationRow,
    `select distinct on (person_id) person_id::text as "personId", finished_at is null as waiting,
       (select max(sent.finished_at) from account_outbox sent
        where sent.person_id = row.person_id and sent.kind = 'invitation' and sent.outcome = 'done')
         as "sentAt",
       last_error as "lastError",
       case when finished_at is null and attempts > 0 then next_attempt_at end as "nextAttemptAt"
     from account_outbox row
     where person_id = any($1) and kind = 'invitation'
     order by person_id, id desc`,
    [personIds],
  );

/** An active administrator with full rights. */
const full = `role = 'admin' and duty is null and active`;

/**
 * Locks all full administrators, so that two cannot deactivate each other, or give each other a duty, at the same
 * time. What refers to them, as every entry of the trail does, goes on meanwhile.
 */
export const lockFullAdministrators = async (tx: Transaction): Promise<string[]> => {
  const rows = await tx.rows(
    { id: text },
    `select id::text from people where ${full} order by id for no key update`,
  );
  return rows.map(({ id }) => id);
};

export const countFullAdministrators = (db: Db) =>
  db.value(integer, `select count(*)::int as n from people where ${full}`);

/** Sets the duty of an administrator; undefined when there is no such administrator. */
export const setDuty = (tx: Transaction, id: string, duty: Duty | null) =>
  tx.value(
    text.optional(),
    `update people set duty = $2, updated_at = now() where id = $1 and role = 'admin' returning id::text`,
    [id, duty],
  );

/** Locks a person against changes that would make it wrong to deactivate or reactivate them. */
export const lockHolder = (tx: Transaction, id: string) =>
  tx.query('select from people where id = $1 for no key update', [id]);

/** Activates or deactivates people; either way, their existing tokens are refused. */
export const setActive = (db: Db, ids: readonly string[], active: boolean) =>
  db.query(
    `update people set active = $2, ${tokensRefused}, updated_at = now()
     where id = any($1) and active <> $2`,
    [ids, active],
  );

/**
 * Records an act that changes no field in the history of a person; `actAs` has set the actor. The row has no values,
 * except `operator` for an operator, who has no account on campus.
 */
export const recordAct = (
  tx: Transaction,
  id: string,
  act: 'sessions' | 'universityAccount' | 'secondFactor',
  by: 'actor' | 'operator' = 'actor',
) =>
  tx.query(
    `insert into person_changes (person_id, field, changed_by, after)
     values ($1, $2, current_actor(), $3)`,
    [id, act, by === 'operator' ? by : null],
  );

/** As `refuseTokens`, for the person of an account, if there is one. */
export const refuseTokensOf = (db: Db, issuer: string, subject: string) =>
  db.query(
    `update people set ${tokensRefused} where identity_issuer = $1 and identity_subject = $2`,
    [issuer, subject],
  );

/**
 * Whether the owner of an account may sign in, and when a token issued now counts as issued. Before their first
 * sign-in people are known by e-mail alone; those without a record are refused elsewhere, with a message of their own.
 */
export const admit = (
  db: Db,
  issuer: string,
  { subject, email }: { readonly subject: string; readonly email: string },
) =>
  db.one(
    { active: boolean, issuedAt: number },
    `select coalesce(bool_and(active), true) as active,
       floor(extract(epoch from greatest(max(valid_from), clock_timestamp())) * 1000)::float8 as "issuedAt"
     from people
     where identity_issuer = $1 and identity_subject = $2 or identity_subject is null and email = $3`,
    [issuer, subject, email],
  );
