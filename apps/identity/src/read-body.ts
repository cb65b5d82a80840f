import { z } from 'zod';
import { Refusal } from './errors.ts';

/** The part of a request that its body is read from. */
export interface Sent {
  readonly contentType: string | undefined;
  readonly body: Buffer | undefined;
}

/**
 * Reads a JSON body. Throws `unsupported_media`, `malformed`, or `invalid` with every problem.
 * @param expected what to send, as in "Please send an object with an email."
 */
export function readBody<S extends z.ZodType>(
  schema: S,
  { contentType, body }: Sent,
  expected: string,
): z.infer<S> {
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new Refusal('unsupported_media', `Please send ${expected} as JSON.`);
  }
  const reading = schema.safeParse(parseJson(body));
  if (reading.success) return reading.data;
  const details = reading.error.issues.flatMap((issue) => problems(issue, expected));
  throw new Refusal('invalid', details[0]?.message ?? 'The request is not valid.', { details });
}

function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal('malformed', 'The request is not valid JSON.');
  }
}

function problems(issue: z.core.$ZodIssue, expected: string): { field: string; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((field) => ({ field, message: `"${field}" is not expected here.` }));
  }
  if (issue.path.length === 0) {
    return [{ field: '', message: `Please send an object with ${expected}.` }];
  }
  return [{ field: issue.path.join('.'), message: issue.message }];
}
