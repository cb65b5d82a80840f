import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, everyone } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { roles } from '../../permissions.ts';
import { changed, id, isoDate, textOrNull } from '../../values/replies.ts';
import { listQuery } from '../../values/requests.ts';
import { eventFields, eventKinds } from './event.fields.ts';
import { eventAudienceFields } from './event-audience.rules.ts';

/** What a calendar contains: events, and the deadlines of assignments. */
const entryKind = z.enum([...eventKinds, 'deadline']);

/**
 * An entry in a person’s calendar. `source` says where it comes from: an event, the date of an exam, or
 * the deadline of an assignment; of the latter two only title and time are shown. Days and times are
 * those of the campus, both days included; instants are ISO 8601 in UTC. All four times are null for
 * whole days.
 */
export const calendarEntry = z.object({
  source: z.enum(['event', 'exam', 'assignment']),
  /** Id of the event, exam or assignment; unique only together with `source`. */
  id,
  ...recordShape(eventFields, roles),
  kind: entryKind,
  endsOn: isoDate(),
  startsAt: textOrNull,
  endsAt: textOrNull,
  /** Null for exams and deadlines, which are for those enrolled. */
  audience: z.object(recordShape(eventAudienceFields, roles)).nullable(),
  version: z.int(),
});
export type CalendarEntry = z.infer<typeof calendarEntry>;

const audience = inputSchema(eventAudienceFields).refine(
  ({ group, ...parts }) =>
    group === 'students' || Object.values(parts).every((part) => part === null),
  'Course, branch, semester and year narrow an event for students only',
);

export const listEvents = endpoint('GET /events', everyone, {
  summary: 'What is in one’s calendar from one day to another, both included, the first first',
  description:
    'At most 400 days. An administrator reads all of it, everybody else what is for them: events of their audience, and the dates of exams and deadlines of assignments of the subjects they teach or are enrolled in. `limit` leaves out what comes later.',
  query: z.strictObject({
    from: isoDate('from'),
    to: isoDate('to'),
    kind: entryKind.optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  reply: z.object({
    /** Today on campus, and its IANA time zone. */
    today: isoDate(),
    timeZone: z.string(),
    entries: z.array(calendarEntry),
  }),
});

export const createEvent = endpoint('POST /events', adminOnly('registrar'), {
  act: 'event_created',
  summary: 'Add an event to the calendar of its audience',
  body: inputSchema(eventFields, { audience }),
  reply: calendarEntry,
  status: 201,
});

export const changeEvent = endpoint('PATCH /events/:eventId', adminOnly('registrar'), {
  act: 'event_changed',
  summary: 'Change an event; calendars that subscribed follow',
  body: changeSchema(eventFields, { audience }),
  reply: calendarEntry,
  ifMatch: true,
});

export const deleteEvent = endpoint('DELETE /events/:eventId', adminOnly('registrar'), {
  act: 'event_deleted',
  summary: 'Take an event out of every calendar; its record stays',
});

export const eventHistory = endpoint('GET /events/:eventId/history', adminOnly('registrar'), {
  summary: 'Every change of an event, its deletion too, the latest first',
  reply: z.array(
    z.object({
      field: z.string(),
      from: textOrNull,
      to: textOrNull,
      ...changed,
    }),
  ),
});

/** What one person did to an event at one time; without `changes` it was added or deleted. */
export const eventDeed = z.object({
  eventId: id,
  /** The current title. */
  title: z.string(),
  what: z.enum(['added', 'changed', 'deleted']),
  changes: z.array(z.object({ field: z.string(), from: textOrNull, to: textOrNull })),
  ...changed,
});
export type EventDeed = z.infer<typeof eventDeed>;

export const eventsHistory = endpoint('GET /event-history', adminOnly('registrar'), {
  summary: 'Who added, changed and deleted which events, deleted ones too, the latest first',
  query: listQuery.omit({ cursor: true }),
  reply: z.array(eventDeed),
});

export const exportEventsHistory = exportOf(eventsHistory, 'events_exported', 'event-changes');

export const calendarType = 'text/calendar; charset=utf-8';

export const feedState = endpoint('GET /calendar-address', everyone, {
  summary: 'Since when one has a private address to subscribe to one’s calendar, or null',
  reply: z.object({ createdAt: textOrNull }),
});

/** The only reply that contains the address: only its digest is stored. */
export const renewFeed = endpoint('POST /calendar-address', everyone, {
  act: 'calendar_address_renewed',
  summary: 'Make a private address for one’s calendar; the one before it stops working',
  reply: z.object({
    createdAt: z.string(),
    /** Relative to the API base: `/calendar-feed/….ics`. */
    path: z.string(),
  }),
  status: 201,
});

export const revokeFeed = endpoint('DELETE /calendar-address', everyone, {
  act: 'calendar_address_revoked',
  summary: 'Make the private address of one’s calendar stop working',
});

/**
 * The person’s calendar from a year ago to two years ahead. Responds 404 for an address that never
 * existed or was revoked, or whose person no longer has an active account.
 */
export const readFeed = endpoint('GET /calendar-feed/:file', 'public', {
  summary: 'A person’s calendar as iCalendar (RFC 5545), for programs that subscribe to it',
  file: { types: [calendarType] },
});
