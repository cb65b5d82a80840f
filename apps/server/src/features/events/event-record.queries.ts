import {
  type EventAudience,
  eventAudienceFields,
  eventFields,
  type IsoDate,
  type RecordOf,
} from '@campus/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { insertedId, rowWith } from '../../db/sql.ts';
import { columnsOf, selectionOf, type StorageOf, valuesFor } from '../../db/stored-fields.ts';

/** Days and times are stored as days or instants, in columns of their own. */
const {
  startsOn: _startsOn,
  endsOn: _endsOn,
  startTime: _startTime,
  endTime: _endTime,
  ...content
} = eventFields;

type ContentFields = typeof content;

const contentColumns = columnsOf(content, {
  title: 'events.title',
  kind: 'events.kind',
  place: 'events.place',
  note: 'events.note',
} satisfies StorageOf<ContentFields, 'events'>);

const audienceColumns = columnsOf(eventAudienceFields, {
  group: 'events.audience',
  course: 'events.audience_course',
  branch: 'events.audience_branch',
  semester: 'events.audience_semester',
  year: 'events.audience_year',
} satisfies StorageOf<typeof eventAudienceFields, 'events'>);

/** Whole days on campus, both included, or from one instant to another. */
export type EventTimes =
  | {
      readonly startsOn: IsoDate;
      readonly endsOn: IsoDate;
      readonly startsAt: null;
      readonly endsAt: null;
    }
  | {
      readonly startsOn: null;
      readonly endsOn: null;
      readonly startsAt: Date;
      readonly endsAt: Date;
    };

export type EventContent = RecordOf<ContentFields> &
  EventTimes & { readonly audience: EventAudience };

const audience = sql<EventAudience>`json_build_object(${sql.join(
  audienceColumns.flatMap(({ key, name }) => [sql.lit(key), sql.ref(name)]),
)})`;

export const selectEvents = (db: Db) =>
  db
    .selectFrom('events')
    .where('deleted_at', 'is', null)
    .select([
      'id',
      ...selectionOf<ContentFields>(contentColumns),
      'starts_on as startsOn',
      'ends_on as endsOn',
      'starts_at as startsAt',
      'ends_at as endsAt',
      'version',
      'changed_at as changedAt',
      audience.as('audience'),
    ])
    .$narrowType<EventTimes>();

export type EventRecord = EventContent & {
  readonly id: string;
  readonly version: number;
  readonly changedAt: Date;
};

export const lockEvent = (tx: Transaction, id: string): Promise<EventRecord | undefined> =>
  selectEvents(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const storedEvent = (event: EventContent) => ({
  ...valuesFor('events', contentColumns, event),
  ...valuesFor('events', audienceColumns, event.audience),
  title: event.title,
  kind: event.kind,
  audience: event.audience.group,
  starts_on: event.startsOn,
  ends_on: event.endsOn,
  starts_at: event.startsAt,
  ends_at: event.endsAt,
});

export const insertEvent = (db: Db, event: EventContent, actorId: string): Promise<string> =>
  insertedId(db.insertInto('events').values({ ...storedEvent(event), created_by: actorId }));

/** Whether the event exists; deleted ones count. */
export const eventExists = async (db: Db, id: string): Promise<boolean> =>
  (await rowWith(db, 'events', { id }, ['id'])) !== undefined;
