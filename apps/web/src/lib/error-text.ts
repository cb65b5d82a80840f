import { CallError } from './call-error.ts';
import { withDays } from './day.ts';

/** The message to show for a failure: the server's sentence, or `fallback`. */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.message ? withDays(error.message) : fallback;

/**
 * The server's own sentence. If it gave none (not even one chosen by status counts), the part of the response
 * named by `instead`, then `fallback`.
 */
export const serverText = (
  error: unknown,
  fallback: string,
  instead?: 'body' | 'statusText',
): string => {
  if (!(error instanceof CallError) || error.code === 'network' || !error.message) return fallback;
  return error.isFallbackMessage
    ? (instead && error[instead]) || fallback
    : withDays(error.message);
};

/** The sentences of an `invalid` or `malformed` refusal, by field name; empty for anything else. */
export const fieldErrors = (error: unknown): Readonly<Record<string, string>> => {
  if (!(error instanceof CallError)) return {};
  const problems = error.details.filter(
    (entry): entry is { field: string; message: string } =>
      typeof entry === 'object' && entry !== null && 'field' in entry && 'message' in entry,
  );
  return Object.fromEntries(problems.map(({ field, message }) => [field, withDays(message)]));
};
