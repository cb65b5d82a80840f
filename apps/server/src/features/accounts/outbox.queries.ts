import { accounts, type BodyOf } from '@campus/contract';
import { z } from 'zod';
import {
  type Db,
  integer,
  number,
  text,
  textOrNull,
  timestamp,
  type Transaction,
} from '../../db/db.ts';
import { tokensRefused } from '../../db/sql.ts';

/** The mails to the owner of an account whose password is being guessed. */
export type GuessingMail = 'sign_in_warning' | 'device_link';

const base = z.object({
  id: text,
  createdAt: timestamp,
  /** In seconds. */
  age: number,
  attempts: integer,
  /** Until when the worker has claimed it, as text from the database. */
  claim: text,
});

/** Tasks of the worker; the comments of the table explain each kind. */
const task = z.discriminatedUnion('kind', [
  base.extend({
    kind: z.enum(['invitation', 'email_change', 'factor_reset']),
    personId: text,
    email: z.null(),
  }),
  base.extend({
    kind: z.enum(['password_changed', 'email_changed']),
    personId: text,
    /** The recipient, if not the person's own address. */
    email: textOrNull,
  }),
  base.extend({
    kind: z.enum(['password_reset', 'sign_in_warning', 'device_link']),
    personId: z.null(),
    email: text,
  }),
]);
export type Task = z.infer<typeof task>;

/** Queues an invitation, an account's move to a new e-mail, or the mail about a reset second factor. */
export const queueTask = (
  db: Db,
  kind: 'invitation' | 'email_change' | 'factor_reset',
  people: string | readonly string[],
  /** Ahead of others of its kind. */
  first = false,
) =>
  db.query(
    `insert into account_outbox (kind, person_id, next_attempt_at)
     select $1, unnest($2::bigint[]), now() - case when $3 then interval '1 day' else interval '0' end
     on conflict (kind, person_id, email) where finished_at is null
     do update set next_attempt_at = excluded.next_attempt_at, claimed_until = null`,
    [kind, [people].flat(), first],
  );

/** Queues the account's move to the new e-mail and mails to both addresses, in the transaction of the change. */
export const queueEmailChange = (
  tx: Transaction,
  personId: string,
  emails: { readonly from: string; readonly to: string },
) =>
  tx.query(
    `insert into account_outbox (kind, person_id, email)
     values ('email_change', $1, null), ('email_changed', $1, $2), ('email_changed', $1, $3)
     on conflict (kind, person_id, email) where finished_at is null
     do update set next_attempt_at = now(), claimed_until = null`,
    [personId, emails.from, emails.to],
  );

/**
 * Refuses the owner's tokens after they chose a password, and tells them by mail, unless it is the first one, which
 * they were invited to choose.
 */
export const passwordChosen = (
  db: Db,
  issuer: string,
  subject: string,
  way: 'invitation' | 'reset' | 'change',
) =>
  db.query(
    `with owner as (
       update people set ${tokensRefused},
         came_in_at = coalesce(came_in_at, now())
       where identity_issuer = $1 and identity_subject = $2 returning id
     )
     insert into account_outbox (kind, person_id)
     select 'password_changed', id from owner where $3
     on conflict (kind, person_id, email) where finished_at is null
     do update set created_at = now(), next_attempt_at = now(), claimed_until = null`,
    [issuer, subject, way !== 'invitation'],
  );

/** Queues an invitation for every active person in `new_people`, in the transaction of an import. */
export const inviteNewPeople = (tx: Transaction) =>
  tx.query(
    `insert into account_outbox (kind, person_id)
     select 'invitation', person_id
     from new_people join people on people.id = person_id and active order by row`,
  );

/** Invites everybody of a role who was never invited, or whose link has expired; returns how many. */
export const inviteMany = (
  tx: Transaction,
  { who, role }: BodyOf<typeof accounts.inviteMany>,
): Promise<number> =>
  tx.query(
    `insert into account_outbox (kind, person_id)
     select 'invitation', person_id from people_to_invite
     where role = $1 and (invited_until is null) = ($2 = 'never_invited') order by person_id
     on conflict (kind, person_id, email) where finished_at is null do nothing`,
    [role, who],
  );

const toInvite = (which: string): string => `(
  select json_build_object('students', count(*) filter (where role = 'student'),
    'teachers', count(*) filter (where role = 'teacher'),
    'administrators', count(*) filter (where role = 'admin'))
  from people_to_invite where invited_until is ${which})`;

/** How many people are to be invited, and the state of the invitations under way. */
export const invitationsState = (db: Db) =>
  db.one(
    accounts.invitations.omit({ mailsPerMinute: true, endsAt: true }),
    `select ${toInvite('null')} as "neverInvited", ${toInvite('not null')} as expired, queue.waiting, queue.problem,
       (select count(*)::int from account_outbox
        where kind = 'invitation' and outcome = 'done' and finished_at >= queue.since) as sent
     from (
       select count(*)::int as waiting, min(created_at) as since,
         (array_agg(last_error order by attempts desc) filter (where attempts > 0))[1] as problem
       from account_outbox where kind = 'invitation' and finished_at is null
     ) as queue`,
  );

/**
 * Queues the mail with a reset link, in one statement whoever's e-mail it is. At most three in a quarter of an hour
 * and, after ten in a day, one an hour, which is how long the link is valid. A request from the owner's `own` device is
 * counted by the identity service; its mail is always sent, ahead of all others.
 */
export const queuePasswordReset = (db: Db, email: string, own: boolean) =>
  db.query(
    `with earlier as (
       select created_at from account_outbox
       where kind = 'password_reset' and email = $1 and created_at > now() - interval '1 day'
     )
     insert into account_outbox (kind, email, next_attempt_at)
     select 'password_reset', $1, case when $2::boolean then now() - interval '1 day' else now() end
     where $2 or (
       3 > (select count(*) from earlier where created_at > now() - interval '15 minutes')
       and (10 > (select count(*) from earlier)
         or not exists (select from earlier where created_at > now() - interval '1 hour')))
     on conflict (kind, person_id, email) where finished_at is null
     do update set next_attempt_at = excluded.next_attempt_at where $2`,
    [email, own],
  );

/**
 * Queues a mail because the password of this e-mail, known or not, is being guessed: one warning a day, and at most
 * three links for the owner's devices, each valid for a day.
 */
export const queueGuessingMail = (db: Db, email: string, kind: GuessingMail) =>
  db.query(
    `with earlier as (
       select created_at from account_outbox
       where kind = $2 and email = $1 and created_at > now() - interval '1 day'
     )
     insert into account_outbox (kind, email)
     select $2, $1
     where $3 > (select count(*) from earlier)
       and not exists (select from earlier where created_at > now() - interval '15 minutes')
     on conflict (kind, person_id, email) where finished_at is null do nothing`,
    [email, kind, kind === 'device_link' ? 3 : 1],
  );

/** Longer than handing a mail over to a mail server can take. */
const claimedFor = '10 minutes';

/**
 * Claims the next due task for this worker until the claim expires, and takes the turn to send a mail, `pace` seconds
 * after the last one of any process.
 */
export const claimTask = (db: Db, pace: number) =>
  db.row(
    task,
    `with due as (
       select id from account_outbox
       where finished_at is null and next_attempt_at <= now()
         and (claimed_until is null or claimed_until <= now())
       order by (kind = 'invitation'), next_attempt_at, id
       limit 1 for update skip locked
     ), turn as (
       update mail_pace set next_at = now() + make_interval(secs => $1)
       where exists (select from due) and ($1::float8 = 0
         -- Further ahead than the slowest pace: by a wrong clock.
         or next_at not between now() and now() + interval '1 minute')
       returning only_one
     )
     update account_outbox task set claimed_until = now() + interval '${claimedFor}'
     from due, turn where task.id = due.id
     returning task.id, kind, person_id as "personId", email, attempts, created_at as "createdAt",
       extract(epoch from now() - created_at)::float8 as age,
       claimed_until::text as claim`,
    [pace],
  );

/** Returns the turn when no mail was sent. */
export const returnTurn = (db: Db, pace: number) =>
  db.query('update mail_pace set next_at = next_at - make_interval(secs => $1)', [pace]);

/** Finishes a task, unless it was requested again meanwhile: then it is repeated. */
export const finishTask = (
  db: Db,
  { id, claim }: Task,
  outcome: 'done' | 'not_needed' | 'failed',
  error: string | null,
  /** How long the link of the invitation that was sent is valid. */
  linkHolds: string | null = null,
) =>
  db.query(
    `update account_outbox set finished_at = now(), outcome = $3, last_error = $4,
       link_until = now() + $5::interval, attempts = attempts + 1
     where id = $1 and claimed_until = $2`,
    [id, claim, outcome, error, linkHolds],
  );

/** Without an error it does not count as an attempt. */
export const postponeTask = (
  db: Db,
  { id, claim }: Task,
  seconds: number,
  error: string | null = null,
) =>
  db.query(
    `update account_outbox set attempts = attempts + ($4::text is not null)::int,
       last_error = coalesce($4, last_error), claimed_until = null,
       next_attempt_at = now() + make_interval(secs => $3) where id = $1 and claimed_until = $2`,
    [id, claim, seconds, error],
  );

const outboxRow = {
  waiting: integer,
  invitations: integer,
  /** When the oldest waiting task was created. */
  since: timestamp.nullable(),
  sent: integer,
  refused: integer,
  lastError: textOrNull,
};

/** What is waiting, and the results of the last 24 hours. */
export const outboxState = (db: Db) =>
  db.one(
    outboxRow,
    `select count(*) filter (where finished_at is null)::int as waiting,
       count(*) filter (where finished_at is null and kind = 'invitation')::int as invitations,
       min(created_at) filter (where finished_at is null) as since,
       count(*) filter (where outcome = 'done')::int as sent,
       count(*) filter (where outcome = 'failed')::int as refused,
       (array_agg(last_error order by finished_at desc) filter (where outcome = 'failed'))[1]
         as "lastError"
     from account_outbox
     where finished_at is null or finished_at > now() - interval '1 day'`,
  );

/** How many mails wait for another attempt, or were given up in the last 24 hours. */
export const mailsFailing = (db: Db) =>
  db.value(
    integer,
    `select count(*)::int as n from account_outbox
     where (finished_at is null and attempts > 0)
       or (outcome = 'failed' and finished_at > now() - interval '1 day')`,
  );

/** Makes all waiting retries due now: a restart may have fixed the cause. */
export const retryNow = (db: Db) =>
  db.query(
    `update account_outbox set next_attempt_at = now()
     where finished_at is null and next_attempt_at > now()`,
  );

/** Finishes tasks for e-mails that nobody has, so that they never delay people's mails. */
export const finishOrphanedTasks = (db: Db) =>
  db.query(
    `update account_outbox set finished_at = now(), outcome = 'not_needed' where id in (
       select id from account_outbox task
       where finished_at is null and person_id is null
         and not exists (select from people where people.email = task.email)
       limit 10000 for update skip locked)`,
  );

/**
 * Deletes finished mails that name an e-mail (links, warnings, a changed e-mail) after 30 days, and those for e-mails
 * that nobody has after two: longer than they count towards the limits.
 */
export const forgetOldResets = (db: Db) =>
  db.query(
    `delete from account_outbox where id in (
       select id from account_outbox
       where email is not null and finished_at < now()
         - case when outcome = 'not_needed' then interval '2 days' else interval '30 days' end
       limit 10000)`,
  );
