import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoDate } from '../../values/dates.ts';
import { everyone, staff } from '../../permissions.ts';
import { count, id } from '../../values/text.ts';

export const campus = endpoint('GET /campus', {
  summary: 'What every screen needs to know: the day it is on campus, and the open term',
  access: everyone,
  reply: z.object({
    /** Today in the campus time zone. */
    today: isoDate(),
    timezone: z.string(),
    /** Attendance below this percentage is low. */
    expectedPercentage: z.int(),
    /** So long after signing in the caller's session ends. */
    sessionHours: z.int(),
    term: z.object({ id, name: z.string(), startsOn: isoDate(), endsOn: isoDate() }).nullable(),
  }),
});

/** `X-Faculty-UnivId` may come with these and changes nothing: they count the whole campus. */
const counting = { access: staff, reply: count } as const;

export const countStudents = endpoint('GET /AdminDashboard/students/count', {
  summary: 'How many students are active',
  ...counting,
});
export const countFaculty = endpoint('GET /AdminDashboard/faculty/count', {
  summary: 'How many teachers are active',
  ...counting,
});
export const countClasses = endpoint('GET /AdminDashboard/classes/count', {
  summary: 'How many subjects the open term has',
  ...counting,
});
