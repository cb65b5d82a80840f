import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { count, textOrNull } from '../../values/replies.ts';

const problem = z.object({
  /** What it is about, such as `Mail`. */
  topic: z.string(),
  /** `now` stops people, `soon` will. */
  urgency: z.enum(['now', 'soon']),
  title: z.string(),
  since: textOrNull,
  /** What is wrong, and what is lost. */
  text: z.string(),
  toDo: z.string(),
});
export type SystemProblem = z.infer<typeof problem>;

const job = z.object({
  name: z.string(),
  does: z.string(),
  lastRun: textOrNull,
  tookMs: count.nullable(),
  /** When it will look again; null while it runs. */
  nextRun: textOrNull,
  failingSince: textOrNull,
});
export type SystemJob = z.infer<typeof job>;

const system = z.object({
  version: z.string(),
  /** Of the process that answers, like its jobs and errors. */
  startedAt: z.string(),
  lookedAt: z.string(),
  /** What stops people first. */
  problems: z.array(problem),
  /** Null where Campus takes none by itself. */
  backup: z
    .object({
      takenAt: textOrNull,
      bytes: count.nullable(),
      kept: count,
      everyHours: count,
      nextAt: textOrNull,
    })
    .nullable(),
  mails: z.object({
    waiting: count,
    waitingSince: textOrNull,
    /** In the last 24 hours. */
    sent: count,
    refused: count,
  }),
  /** Null where the identity service does not say. */
  peopleWithin15Minutes: count.nullable(),
  connections: z.object({ used: count, most: count }),
  /** Replies that said that something is wrong with Campus, since `startedAt`. */
  errors: count,
  jobs: z.array(job),
});
export type System = z.infer<typeof system>;

export const readSystem = endpoint('GET /system', adminOnly('full'), {
  summary: 'What is wrong with the installation and what to do, its backups, mails and jobs',
  reply: system,
});
