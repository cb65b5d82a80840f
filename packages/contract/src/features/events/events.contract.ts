import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly, everyone } from '../../permissions.ts';
import { isoDate } from '../../wire/dates.ts';
import { listQuery } from '../../wire/lists.ts';
import { changedText, id, optionalText, requiredText } from '../../wire/text.ts';
import { eventGroups } from './event-audience.rules.ts';

export const eventKinds = ['holiday', 'exam', 'event'] as const;
export const eventKind = z.enum(eventKinds, { error: 'Kind must be holiday, exam or event' });
export type EventKind = z.infer<typeof eventKind>;

/** What is in a calendar: events, and the deadlines of assignments. */
export const entryKind = z.enum([...eventKinds, 'deadline']);

export const eventLimits = { title: 200, place: 200, note: 2000, days: 366, range: 400 } as const;

const text = z.string().nullable();
const number = z.int().nullable();

/**
 * Something in a person's calendar. `source` says where it is kept: an event of this feature, or the
 * date of an exam or the deadline of an assignment, of which nothing but title and time is told. Days and times are those of the
 * campus, both days included; instants are ISO 8601 in UTC. All four times are null for whole days.
 */
export const calendarEntry = z.object({
  source: z.enum(['event', 'exam', 'assignment']),
  /** Of the event, exam or assignment; the same number may name one of each. */
  id,
  kind: entryKind,
  title: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  startTime: text,
  endTime: text,
  startsAt: text,
  endsAt: text,
  place: text,
  note: text,
  /** Null for dates of exams and deadlines, which are for those enrolled. */
  audience: z
    .object({
      group: z.enum(eventGroups),
      course: text,
      branch: text,
      semester: number,
      year: number,
    })
    .nullable(),
  /** For `If-Match` when the event is changed. */
  version: z.int(),
});
export type CalendarEntry = z.infer<typeof calendarEntry>;

const clockTime = (label: string) =>
  z
    .string({ error: `${label} is missing` })
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, `${label} must be a time of day, written HH:MM`);

const whole = (max: number, label: string) =>
  z
    .int({ error: `${label} must be a whole number` })
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} cannot be above ${max}`);

const audience = z
  .strictObject({
    group: z.enum(eventGroups, { error: 'Audience must be everyone, teachers or students' }),
    course: optionalText(200, 'Course'),
    branch: optionalText(200, 'Branch'),
    semester: whole(99, 'Semester')
      .nullish()
      .transform((value) => value ?? null),
    year: whole(9999, 'Year')
      .nullish()
      .transform((value) => value ?? null),
  })
  .refine(
    ({ group, ...parts }) =>
      group === 'students' || Object.values(parts).every((part) => part === null),
    'Course, branch, semester and year narrow an event for students only',
  );

const required = {
  title: requiredText(eventLimits.title, 'Title'),
  kind: eventKind,
  startsOn: isoDate('Start Date'),
  audience,
};

export const listEvents = endpoint('GET /events', {
  summary: 'What is in one’s calendar from one day to another, both included, the first first',
  description:
    'At most 400 days. An administrator reads all of it, everybody else what is for them: events of their audience, and the dates of exams and deadlines of assignments of the subjects they teach or are enrolled in. `limit` leaves out what comes later.',
  access: everyone,
  query: z.strictObject({
    from: isoDate('from'),
    to: isoDate('to'),
    kind: entryKind.optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
  }),
  reply: z.object({
    /** The day it is on campus, and the IANA time zone of its clocks. */
    today: z.string(),
    timeZone: z.string(),
    entries: z.array(calendarEntry),
  }),
});

/** Without times it is for whole days. Without an end it ends the day it starts. */
export const createEvent = endpoint('POST /events', {
  summary: 'Add an event to the calendar of its audience',
  access: adminOnly,
  body: z.strictObject({
    ...required,
    endsOn: isoDate('End Date').nullish(),
    startTime: clockTime('Start Time').nullish(),
    endTime: clockTime('End Time').nullish(),
    place: optionalText(eventLimits.place, 'Place'),
    note: optionalText(eventLimits.note, 'Note'),
  }),
  reply: calendarEntry,
  status: 201,
});

/** Only what is sent changes. A stale `If-Match` is refused with 409 and the changes since (`recordChange`). */
export const changeEvent = endpoint('PATCH /events/:eventId', {
  summary: 'Change an event; calendars that subscribed follow',
  access: adminOnly,
  body: z
    .strictObject({
      ...required,
      endsOn: isoDate('End Date'),
      startTime: clockTime('Start Time').nullable(),
      endTime: clockTime('End Time').nullable(),
      place: changedText(eventLimits.place, 'Place'),
      note: changedText(eventLimits.note, 'Note'),
    })
    .partial(),
  reply: calendarEntry,
  ifMatch: true,
});

export const deleteEvent = endpoint('DELETE /events/:eventId', {
  summary: 'Take an event out of every calendar; its record stays',
  access: adminOnly,
});

export const eventHistory = endpoint('GET /events/:eventId/history', {
  summary: 'Every change of an event, its deletion too, the latest first',
  access: adminOnly,
  reply: z.array(
    z.object({
      field: z.string(),
      from: text,
      to: text,
      changedBy: z.string(),
      changedAt: z.string(),
    }),
  ),
});

/** What one person did to an event at once; without `changes` it was added or taken out. */
export const eventDeed = z.object({
  eventId: id,
  /** As the event is called now. */
  title: z.string(),
  what: z.enum(['added', 'changed', 'deleted']),
  changes: z.array(z.object({ field: z.string(), from: text, to: text })),
  changedBy: z.string(),
  changedAt: z.string(),
});
export type EventDeed = z.infer<typeof eventDeed>;

export const eventsHistory = endpoint('GET /event-history', {
  summary: 'Who added, changed and deleted which events, deleted ones too, the latest first',
  access: adminOnly,
  query: listQuery.omit({ cursor: true }),
  reply: z.array(eventDeed),
});
