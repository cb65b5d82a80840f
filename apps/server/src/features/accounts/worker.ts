import { setTimeout as wait } from 'node:timers/promises';
import { inLongTransaction } from '../../db/transaction.ts';
import { Undeliverable } from '../../mail/mail.ts';
import {
  claimTask,
  finishTask,
  forgetOldResets,
  hurryTasks,
  postponeTask,
  type Task,
} from './outbox.queries.ts';
import { performTask, type TaskParts, type TaskResult } from './tasks.ts';

export interface AccountWorker {
  /** Does everything that is due, one task after the other, without pauses. */
  workThrough(): Promise<void>;
  /** Works until `stop`, at the pace given; first on what has failed before. */
  start(): void;
  /** Resolves when the task at hand is done. */
  stop(): Promise<void>;
}

export interface WorkerParts extends TaskParts {
  readonly mailsPerMinute: number;
  readonly log: { error(details: object, sentence: string): void };
}

type Worked = TaskResult | 'idle' | 'postponed' | 'failed';

/** How long there is nothing to do until it is looked again. */
const idleMs = 1000;
/** After a failure everybody waits: usually it is the mail server, not the one mail. */
const troubleMs = 5000;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** From one minute, doubling, to six hours. */
const delayAfter = (attempts: number): number => Math.min(minute * 2 ** attempts, 6 * hour);
/** Later than this nobody waits for it any more. */
const patience = (task: Task): number => (task.personId === null ? day : 14 * day);

const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 500);

/**
 * Takes tasks from the outbox and does them. A task is claimed by locking its row until the
 * transaction ends, so that a worker that is killed gives it back at once and no two do the same.
 */
export const createAccountWorker = (parts: WorkerParts): AccountWorker => {
  const { db, log, mailsPerMinute } = parts;
  let stopping: AbortController | undefined;
  let running: Promise<void> | undefined;

  const workOnce = (): Promise<Worked> =>
    inLongTransaction(db, async (tx) => {
      const task = await claimTask(tx);
      if (!task) return 'idle';
      try {
        const result = await performTask(parts, task);
        await finishTask(tx, task, result === 'sent' ? 'done' : result, null);
        return result;
      } catch (error) {
        const sentence = sentenceOf(error);
        const age = (Date.now() - task.createdAt.getTime()) / 1000;
        const over = error instanceof Undeliverable || age > patience(task);
        if (over) await finishTask(tx, task, 'failed', sentence);
        else await postponeTask(tx, task, delayAfter(task.attempts), sentence);
        log.error({ err: error, task: task.id, kind: task.kind }, 'An account task failed.');
        return over ? 'failed' : 'postponed';
      }
    });

  const pauseAfter: Readonly<Record<Worked, number>> = {
    idle: idleMs,
    sent: (minute * 1000) / mailsPerMinute,
    postponed: troubleMs,
    failed: (minute * 1000) / mailsPerMinute,
    done: 0,
    not_needed: 0,
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    let sweepAt = 0;
    let hurried = false;
    while (!signal.aborted) {
      let pause = troubleMs;
      try {
        if (!hurried) await hurryTasks(db);
        hurried = true;
        pause = pauseAfter[await workOnce()];
        if (Date.now() > sweepAt) {
          await forgetOldResets(db);
          sweepAt = Date.now() + hour * 1000;
        }
      } catch (error) {
        log.error({ err: error }, 'The work on accounts was interrupted.');
      }
      // Rejects when it is cut short by a stop, which is what the loop looks for.
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  };

  return {
    async workThrough() {
      while ((await workOnce()) !== 'idle');
    },
    start() {
      stopping = new AbortController();
      running = work(stopping.signal);
    },
    async stop() {
      stopping?.abort();
      await running;
    },
  };
};
