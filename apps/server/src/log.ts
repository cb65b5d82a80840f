import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Where work beside requests says what went wrong. */
export interface Log {
  error(details: object, sentence: string): void;
}

/**
 * One JSON line an event, to standard error: standard output is for people. Of an error only what
 * identifies it is written; the database driver hangs its whole client, with people's data, on it.
 */
export const createLog = ({ demo }: Pick<Config, 'demo'>): Logger => {
  const err = (error: Error & { code?: unknown }): object => ({
    type: error.name,
    message: error.message,
    code: error.code,
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: err(error.cause) }),
  });
  // Many lines a write: one by one they were 7% of the work of a request. The rest goes out when
  // the process ends.
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4096,
    periodicFlush: 200,
  });
  return pino({ level: demo ? 'warn' : 'info', serializers: { err } }, destination);
};
