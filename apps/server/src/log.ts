import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** The error log of background work. */
export interface Log {
  error(details: object, sentence: string): void;
}

/** Mail servers and other libraries quote e-mails. */
const withoutEmails = (text: string | undefined) =>
  text?.replaceAll(/[^\s<>"'(),:;/]+@[^\s<>"'(),:;]+/g, '…');

/**
 * One JSON line per event, to standard error: standard output is for people. Only the identifying
 * properties of an error are logged: the database driver attaches its whole client, with people's data.
 */
export const createLog = ({ demo }: Pick<Config, 'demo'>): Logger => {
  const err = (error: Error & { code?: unknown }): object => ({
    type: error.name,
    message: withoutEmails(error.message),
    code: error.code,
    stack: withoutEmails(error.stack),
    ...(error.cause instanceof Error && { cause: err(error.cause) }),
  });
  // Many lines per write: written one by one they were 7% of the work of a request. The rest is
  // flushed when the process ends.
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: 4096,
    periodicFlush: 200,
    maxLength: 1024 * 1024,
  });
  // On a full disk: lines wait for the next flush, and are dropped beyond the maximum.
  destination.on('error', () => {
    // When the process ends it would try for ever.
    destination.flushSync = () => undefined;
  });
  return pino({ level: demo ? 'warn' : 'info', serializers: { err } }, destination);
};
