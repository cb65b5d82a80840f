import type { EventAudience, EventKind, IsoDate } from '@campus/contract';
import type { Db, Transaction } from '../../db/db.ts';
import { type FieldChange, storeChanges } from '../../db/history.ts';
import { instant } from '../../db/sql.ts';

/** Whole days on campus, both included, or from one instant to another. */
export interface EventTimes {
  readonly startsOn: IsoDate | null;
  readonly endsOn: IsoDate | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

export interface EventContent extends EventTimes {
  readonly kind: EventKind;
  readonly title: string;
  readonly place: string | null;
  readonly note: string | null;
  readonly audience: EventAudience;
}

/** An event as it is stored. */
export interface EventRecord extends EventContent {
  readonly id: string;
  readonly version: number;
  readonly changedAt: Date;
}

export const eventColumns = `
  id::text, kind, title, starts_on as "startsOn", ends_on as "endsOn", starts_at as "startsAt",
  ends_at as "endsAt", place, note, version, changed_at as "changedAt",
  json_build_object('group', audience, 'course', audience_course, 'branch', audience_branch,
    'semester', audience_semester, 'year', audience_year) as audience`;

/** Locks the event until the transaction ends: whoever changes it follow each other. */
export const holdEvent = async (tx: Transaction, id: string): Promise<EventRecord | undefined> => {
  const { rows } = await tx.query<EventRecord>(
    `select ${eventColumns} from events where id = $1 and deleted_at is null for no key update`,
    [id],
  );
  return rows[0];
};

const stored = `kind, title, starts_on, ends_on, starts_at, ends_at, place, note, audience,
  audience_course, audience_branch, audience_semester, audience_year`;
const places =
  '$2, $3, $4::date, $5::date, $6::timestamptz, $7::timestamptz, $8, $9, $10, $11, $12, $13::int, $14::int';

const valuesOf = (event: EventContent): unknown[] => {
  const { group, course, branch, semester, year } = event.audience;
  return [
    event.kind,
    event.title,
    event.startsOn,
    event.endsOn,
    event.startsAt,
    event.endsAt,
    event.place,
    event.note,
    group,
    course,
    branch,
    semester,
    year,
  ];
};

export const insertEvent = async (
  db: Db,
  event: EventContent,
  actorId: string,
): Promise<EventRecord | undefined> => {
  const { rows } = await db.query<EventRecord>(
    `insert into events (created_by, ${stored}) values ($1, ${places}) returning ${eventColumns}`,
    [actorId, ...valuesOf(event)],
  );
  return rows[0];
};

/** Stores it and keeps what has changed; the event is held. */
export const updateEvent = async (
  tx: Transaction,
  id: string,
  event: EventContent,
  by: { readonly actorId: string; readonly changes: readonly FieldChange[] },
): Promise<EventRecord | undefined> => {
  const { rows } = await tx.query<EventRecord>(
    `update events set (${stored}) = row(${places}), version = version + 1, changed_at = now()
     where id = $1 returning ${eventColumns}`,
    [id, ...valuesOf(event)],
  );
  const [changed] = rows;
  if (changed)
    await storeChanges(tx, 'event', id, by.changes, {
      actorId: by.actorId,
      version: changed.version,
    });
  return changed;
};

/** The event is held. */
export const markDeleted = async (
  tx: Transaction,
  { id, version }: EventRecord,
  actorId: string,
): Promise<void> => {
  await tx.query(
    `update events set version = version + 1, deleted_at = now(), deleted_by = $2 where id = $1`,
    [id, actorId],
  );
  const changes = [{ field: 'deleted', before: 'no', after: 'yes' }];
  await storeChanges(tx, 'event', id, changes, { actorId, version: version + 1 });
};

export interface HistoryRow {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly changedBy: string;
  readonly changedAt: string;
}

/** The latest first; undefined when there never was such an event. */
export const historyOf = async (db: Db, id: string): Promise<HistoryRow[] | undefined> => {
  const { rows } = await db.query<HistoryRow & { readonly change: string | null }>(
    `select changes.id::text as change, field, before as "from", after as "to",
       people.name as "changedBy", ${instant('changes.changed_at')} as "changedAt"
     from events
     left join event_changes changes on changes.event_id = events.id
     left join people on people.id = changes.changed_by
     where events.id = $1 order by changes.id desc`,
    [id],
  );
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ change, ...row }) => (change === null ? [] : [row]));
};
