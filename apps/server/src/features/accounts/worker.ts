import { isDatabaseError } from '../../db/transaction.ts';
import type { Job } from '../../jobs.ts';
import type { Log } from '../../log.ts';
import { Undeliverable } from '../../mail/mail.ts';
import { errorMessage } from '../../error-message.ts';
import * as outbox from './outbox.queries.ts';
import { performTask, type TaskParts, type TaskResult } from './tasks.ts';

interface WorkerParts extends TaskParts {
  readonly mailsPerMinute: number;
  readonly log: Log;
}

export type AccountWorker = ReturnType<typeof createAccountWorker>;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** How long to wait when there is nothing to do. */
const idleMs = 1000;
/** After a failure all tasks wait: the cause is usually the mail server, not the mail. */
const retryMs = 5000;
/** Starts at one minute and doubles, up to six hours. */
const delayAfter = (attempts: number): number => Math.min(minute * 2 ** attempts, 6 * hour);
/** When a task is given up, since nobody is waiting for it any more. */
const givenUpAfter = (task: outbox.Task): number => (task.personId === null ? day : 14 * day);

/** A record is locked, by a long act such as closing a term, or a deadlock: the cause is neither the mail nor its server. */
const isBusy = (error: unknown): boolean =>
  isDatabaseError(error) && /^(?:55P03|40...)$/.test(error.code);

const storedSentence = (error: unknown): string =>
  errorMessage(error).replaceAll('\0', '').slice(0, 500);

/**
 * Does the tasks of the outbox, one after the other, without an open transaction: a task is claimed for longer than a
 * mail can take, and an unfinished one is repeated. So a mail is sent at least once, and a repeated one has the same
 * Message-ID and link.
 */
export const createAccountWorker = (parts: WorkerParts) => {
  const { db, log, mailsPerMinute } = parts;

  /** `pace`: seconds between mails, counting those of all processes. */
  const workOnce = async (
    pace: number,
  ): Promise<TaskResult | 'idle' | 'busy' | 'postponed' | 'failed'> => {
    const task = await outbox.claimTask(db, pace);
    if (!task) return 'idle';
    try {
      const result = await performTask(parts, task);
      if (result !== 'sent') await outbox.returnTurn(db, pace);
      const holds =
        task.kind === 'invitation' && result === 'sent' ? parts.links.invitationHolds : null;
      await outbox.finishTask(db, task, result === 'sent' ? 'done' : result, null, holds);
      return result;
    } catch (error) {
      if (isBusy(error)) {
        await outbox.returnTurn(db, pace);
        await outbox.postponeTask(db, task, retryMs / 1000);
        return 'busy';
      }
      const sentence = storedSentence(error);
      const over = error instanceof Undeliverable || task.age > givenUpAfter(task);
      if (over) await outbox.finishTask(db, task, 'failed', sentence);
      else await outbox.postponeTask(db, task, delayAfter(task.attempts), sentence);
      log.error({ err: error, task: task.id, kind: task.kind }, 'An account task failed.');
      return over ? 'failed' : 'postponed';
    }
  };

  const normalPace = minute / mailsPerMinute;
  const pauseAfter = {
    idle: idleMs,
    busy: 0,
    sent: normalPace * 1000,
    postponed: retryMs,
    failed: normalPace * 1000,
    done: 0,
    not_needed: 0,
  };
  let started = false;
  let sweepAt = 0;

  return {
    /** Does everything that is due, without pauses. */
    async workThrough(): Promise<void> {
      while ((await workOnce(0)) !== 'idle');
    },
    /** Works at the given pace, and starts with what has failed before. */
    job: {
      name: 'Mails and accounts',
      does: 'Sends what waits, and keeps accounts in step',
      retryMs,
      failed: 'The work on accounts was interrupted.',
      async run() {
        if (!started) await outbox.retryNow(db);
        started = true;
        const result = await workOnce(normalPace);
        if (performance.now() > sweepAt) {
          await outbox.forgetOldResets(db);
          sweepAt = performance.now() + hour * 1000;
        }
        return pauseAfter[result];
      },
    } satisfies Job,
  };
};
