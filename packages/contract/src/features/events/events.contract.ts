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
  summary: 'The caller’s calendar from one day to another, both included, earliest first',
  description:
    'At most 400 days. Administrators see everything; others see the events for their audience, and the exam dates and assignment deadlines of the subjects they teach or are enrolled in. `limit` keeps the earliest entries.',
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
  summary: 'Change an event; subscribed calendars follow',
  body: changeSchema(eventFields, { audience }),
  reply: calendarEntry,
  ifMatch: true,
});

export const deleteEvent = endpoint('DELETE /events/:eventId', adminOnly('registrar'), {
  act: 'event_deleted',
  summary: 'Delete an event from every calendar; its record stays',
});

export const eventHistory = endpoint('GET /events/:eventId/history', adminOnly('registrar'), {
  summary: 'Every change to an event, including its deletion, latest first',
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
export const eventChange = z.object({
  eventId: id,
  /** The current title. */
  title: z.string(),
  what: z.enum(['added', 'changed', 'deleted']),
  changes: z.array(z.object({ field: z.string(), from: textOrNull, to: textOrNull })),
  ...changed,
});
export type EventDeed = z.infer<typeof eventChange>;

export const eventsHistory = endpoint('GET /event-history', adminOnly('registrar'), {
  summary: 'Who added, changed and deleted which events, latest first',
  query: listQuery.omit({ cursor: true }),
  reply: z.array(eventChange),
});

export const exportEventsHistory = exportOf(eventsHistory, 'events_exported', 'event-changes');

export const calendarType = 'text/calendar; charset=utf-8';

export const feedState = endpoint('GET /calendar-address', everyone, {
  summary: 'When the caller’s private calendar address was created, or null if there is none',
  reply: z.object({ createdAt: textOrNull }),
});

/** The only reply that contains the address: only its digest is stored. */
export const renewFeed = endpoint('POST /calendar-address', everyone, {
  act: 'calendar_address_renewed',
  summary: 'Create a private address for the caller’s calendar; the previous one stops working',
  reply: z.object({
    createdAt: z.string(),
    /** Relative to the API base: `/calendar-feed/….ics`. */
    path: z.string(),
  }),
  status: 201,
});

export const revokeFeed = endpoint('DELETE /calendar-address', everyone, {
  act: 'calendar_address_revoked',
  summary: 'Revoke the private address of the caller’s calendar',
});

/**
 * The person’s calendar from a year ago to two years ahead. Responds 404 for an address that never
 * existed or was revoked, or whose person no longer has an active account.
 */
export const readFeed = endpoint('GET /calendar-feed/:file', 'public', {
  summary: 'A person’s calendar in iCalendar format (RFC 5545), for programs that subscribe to it',
  file: { types: [calendarType] },
});
