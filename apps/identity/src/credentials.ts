import { z } from 'zod';
import { Refusal } from './errors.ts';

const credentials = z.strictObject({
  email: z
    .string('Please enter your email address.')
    .max(254, 'This email address is too long.')
    .trim()
    .toLowerCase()
    .pipe(z.email('Please enter a valid email address.')),
  // Longer ones are nobody's password, only work for the hash.
  password: z
    .string('Please enter your password.')
    .min(1, 'Please enter your password.')
    .max(1000, 'This password is too long.'),
});

/** Reads the body of a sign-in; throws `unsupported_media`, `malformed` or `invalid`. */
export function readCredentials(
  contentType: string | undefined,
  body: Buffer | undefined,
): z.infer<typeof credentials> {
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new Refusal('unsupported_media', 'Please send the email and password as JSON.');
  }
  const reading = credentials.safeParse(parseJson(body));
  if (reading.success) return reading.data;
  const details = reading.error.issues.flatMap(problems);
  throw new Refusal('invalid', details[0]?.message ?? 'The email or password is not valid.', {
    details,
  });
}

function parseJson(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal('malformed', 'The request is not valid JSON.');
  }
}

function problems(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((field) => ({ field, message: `"${field}" is not expected here.` }));
  }
  if (issue.path.length === 0) {
    return [{ field: '', message: 'Please send an object with an email and a password.' }];
  }
  return [{ field: issue.path.join('.'), message: issue.message }];
}
