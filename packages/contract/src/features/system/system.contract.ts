import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { count, textOrNull } from '../../values/replies.ts';

const problem = z.object({
  /** Such as `Mail`. */
  topic: z.string(),
  /** `now`: people are already hindered; `soon`: they will be. */
  urgency: z.enum(['now', 'soon']),
  title: z.string(),
  since: textOrNull,
  /** What is wrong, and what is lost by it. */
  text: z.string(),
  toDo: z.string(),
});
export type SystemProblem = z.infer<typeof problem>;

const job = z.object({
  name: z.string(),
  does: z.string(),
  lastRun: textOrNull,
  tookMs: count.nullable(),
  /** When it runs next; null while it runs. */
  nextRun: textOrNull,
  failingSince: textOrNull,
});
export type SystemJob = z.infer<typeof job>;

const system = z.object({
  version: z.string(),
  /** Start of the process that responds; its jobs and errors are shown as well. */
  startedAt: z.string(),
  lookedAt: z.string(),
  /** Most urgent first. */
  problems: z.array(problem),
  /** Null without scheduled backups. */
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
    /** `sent` and `refused` cover the last 24 hours. */
    sent: count,
    refused: count,
  }),
  /** Null if the identity service does not report it. */
  peopleWithin15Minutes: count.nullable(),
  connections: z.object({ used: count, most: count }),
  /** Replies with a server error since `startedAt`. */
  errors: count,
  jobs: z.array(job),
});
export type System = z.infer<typeof system>;

export const readSystem = endpoint('GET /system', adminOnly('full'), {
  summary: 'Problems of the installation and what to do about them; backups, mails and jobs',
  reply: system,
});
