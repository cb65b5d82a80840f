import { z } from 'zod';

/** How a subject is called. */
export const subjectNames = { subjectName: z.string(), subjectCode: z.string() };

/** Who made a change, and the instant, ISO 8601 in UTC. */
export const changed = { changedBy: z.string(), changedAt: z.string() };
