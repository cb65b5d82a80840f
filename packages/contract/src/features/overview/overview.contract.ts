import { z } from 'zod';
import { endpoint, everyone, staff } from '../../endpoint.ts';
import { count, id, isoDate } from '../../values/replies.ts';

export const campus = endpoint('GET /campus', everyone, {
  summary: 'What every screen needs to know: the day it is on campus, and the open term',
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

export const countStudents = endpoint('GET /AdminDashboard/students/count', staff, {
  summary: 'How many students are active',
  reply: count,
});
export const countFaculty = endpoint('GET /AdminDashboard/faculty/count', staff, {
  summary: 'How many teachers are active',
  reply: count,
});
export const countClasses = endpoint('GET /AdminDashboard/classes/count', staff, {
  summary: 'How many subjects the open term has',
  reply: count,
});
