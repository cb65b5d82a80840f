import { CallError } from './call-error.ts';

/** The server's sentence, else `fallback`: the message a person sees for a failure. */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.message ? error.message : fallback;

/**
 * The sentence the server itself said; where none came, not even of ours in its place, what else the
 * answer says in `instead`, then `fallback`.
 */
export const serverText = (
  error: unknown,
  fallback: string,
  instead?: 'body' | 'statusText',
): string => {
  if (!(error instanceof CallError) || error.code === 'network' || !error.message) return fallback;
  return error.saidNothing ? (instead && error[instead]) || fallback : error.message;
};

/** Sentences of a refusal by field name, for `invalid` and `malformed`; empty for anything else. */
export const fieldErrors = (error: unknown): Readonly<Record<string, string>> => {
  if (!(error instanceof CallError)) return {};
  const problems = error.details.filter(
    (entry): entry is { field: string; message: string } =>
      typeof entry === 'object' && entry !== null && 'field' in entry && 'message' in entry,
  );
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
};
