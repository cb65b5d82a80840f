import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { everyone, staff } from '../../permissions.ts';
import { count, id } from '../../wire/text.ts';

export const campus = endpoint({
  summary: 'What every screen needs to know: the day it is on campus, and the open term',
  method: 'GET',
  path: '/campus',
  access: everyone,
  reply: z.object({
    /** Today in the campus time zone. */
    today: z.string(),
    timezone: z.string(),
    /** Attendance below this percentage is low. */
    expectedPercentage: z.int(),
    /** So long after signing in the caller's session ends. */
    sessionHours: z.int(),
    term: z.object({ id, name: z.string(), startsOn: z.string(), endsOn: z.string() }).nullable(),
  }),
});

const bareCount = (path: `/${string}`, summary: string) =>
  endpoint({ summary, method: 'GET', path, access: staff, reply: count });

/** `X-Faculty-UnivId` may come with these and changes nothing: they count the whole campus. */
export const countStudents = bareCount(
  '/AdminDashboard/students/count',
  'How many students are active',
);
export const countFaculty = bareCount(
  '/AdminDashboard/faculty/count',
  'How many teachers are active',
);
export const countClasses = bareCount(
  '/AdminDashboard/classes/count',
  'How many subjects the open term has',
);
