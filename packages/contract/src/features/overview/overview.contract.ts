import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { everyone } from '../../permissions.ts';
import { id } from '../../wire/text.ts';

export const campus = endpoint({
  id: 'overview.campus',
  summary: 'What every screen needs to know: the day it is on campus, and the open term',
  method: 'GET',
  path: '/campus',
  access: everyone,
  reply: z.object({
    /** Today in the campus time zone. */
    today: z.string(),
    timezone: z.string(),
    term: z.object({ id, name: z.string(), startsOn: z.string(), endsOn: z.string() }).nullable(),
  }),
  status: 200,
});
