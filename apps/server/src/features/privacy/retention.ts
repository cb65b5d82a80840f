import {
  addMonths,
  dayIn,
  keepsAll,
  type Retention,
  type RetentionKind,
  retentionKinds,
  retentionLimits,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { byCampus, describeAct, discardAct, runInAct } from '../../db/acts.ts';
import { integer, texts, type Transaction } from '../../db/db.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { IdentityClient } from '../../identity-client.ts';
import type { Job } from '../../jobs.ts';
import { erasePerson } from './erase.ts';

/**
 * Left out are those with open loans or a copy held for them since: whoever has left waits for no book. A last day from
 * before they came into Campus, from a file or mistyped, erases nobody at once: the period begins when they came.
 */
const leftAs = (what: string): string => `students join people on people.id = person_id
    where ${what} and coalesce(withdrawn_on, removed_at::date) < $1::timestamptz::date and not active and erased_at is null
      and people.created_at < $1
      and not exists (select from loans where loans.person_id = people.id and returned_on is null)
      and not exists (select from reservations where reservations.person_id = people.id and ended_at is null
          and held_until >= $1::timestamptz::date)`;

/**
 * The rows to remove: those from before `$1`. Left out are invitations of people who have not come in yet, which would no
 * longer count as invited.
 */
const old: Readonly<Record<RetentionKind, string>> = {
  mails: `account_outbox where finished_at < $1 and (kind <> 'invitation'
    or not exists (select from people where people.id = person_id and came_in_at is null))`,
  origins: 'trail where at < $1 and origin_salt is not null',
  corrections: 'correction_requests where decided_at < $1',
  students: leftAs('not graduated'),
  graduates: leftAs('graduated'),
};

/** The instant before which nothing is kept. */
const cutoffOf = ({ now }: Pick<Campus, 'now'>, kind: RetentionKind, kept: number): Date => {
  const [at, months] = [now(), kept * (retentionLimits[kind].unit === 'year' ? 12 : 1)];
  const day = addMonths(dayIn('UTC', at), -months);
  return new Date(`${day}T${at.toISOString().slice(11)}`);
};

/** Counts what is older than the settings keep. */
export const countExpired = async (campus: Campus, retention: Retention) => {
  const counts: Record<RetentionKind, number> = { ...keepsAll };
  for (const kind of retentionKinds)
    if (retention[kind] > 0)
      counts[kind] = await campus.db.value(integer, `select count(*)::int as n from ${old[kind]}`, [
        cutoffOf(campus, kind, retention[kind]),
      ]);
  return counts;
};

const deleteOld =
  (kind: 'mails' | 'corrections', table: string) => (tx: Transaction, limit: Date, most: number) =>
    tx.query(
      `delete from ${table} where id in (select id from ${old[kind]} order by id limit $2 for update skip locked)`,
      [limit, most],
    );

/** Removes at most so many rows of a kind and returns how many it was. */
const removals = {
  mails: deleteOld('mails', 'account_outbox'),
  origins: (tx: Transaction, limit: Date, most: number) =>
    tx.value(integer, 'select forget_trail_origins($1, $2)::int', [limit, most]),
  corrections: deleteOld('corrections', 'correction_requests'),
};

const everyHour = 3_600_000;
const [maxRows, maxPeople] = [1000, 10];

/**
 * Removes what is older than the settings keep, a batch at a time; as long as a batch is full, the next follows at
 * once.
 */
export const retentionJob = (campus: Campus, identity: IdentityClient): Job => ({
  name: 'Retention',
  does: 'Removes what is older than the settings keep',
  retryMs: everyHour,
  failed: 'What is older than the settings keep could not be removed.',
  async run() {
    const { db, settings } = campus;
    const due = retentionKinds.filter((kind) => settings.retention[kind] > 0);
    const full: boolean[] = [];
    for (const kind of due) {
      const limit = cutoffOf(campus, kind, settings.retention[kind]);
      if (kind === 'students' || kind === 'graduates') {
        const ids = await db.value(
          texts,
          `select array(select person_id::text from ${old[kind]} order by person_id limit ${maxPeople})`,
          [limit],
        );
        for (const id of ids)
          await runInAct({ ...byCampus, kind: 'person_erased', recordId: id }, () =>
            erasePerson(campus, identity, id, null),
          );
        full.push(ids.length === maxPeople);
      } else {
        const { result: removed } = await runInAct({ ...byCampus, kind: 'old_data_removed' }, () =>
          inTransaction(db, async (tx) => {
            const count = await removals[kind](tx, limit, maxRows);
            if (count > 0) describeAct({ count });
            else discardAct();
            return count;
          }),
        );
        full.push(removed === maxRows);
      }
    }
    return full.includes(true) ? 1000 : everyHour;
  },
});
