import { z } from 'zod';
import { Refusal } from './errors.ts';
import { maxPasswordLength } from './password-policy.ts';

/** What the endpoints of this service use of a request. */
export interface IdentityRequest {
  readonly contentType: string | undefined;
  readonly body: Buffer | undefined;
  /** The request id, as in the log. */
  readonly id: string;
  /** The caller’s address, as the HTTP server determines it. */
  readonly ip: string;
  /** The `Cookie` header; empty without one. */
  readonly cookie: string;
  readonly userAgent: string;
  /** Whether the caller has disconnected. */
  readonly gone: () => boolean;
}

interface Answer {
  readonly body: object;
  readonly setCookies?: readonly string[];
}

/** The endpoints of this service, by method and path below its base. */
export interface Endpoints {
  readonly [route: `${'GET' | 'POST'} ${string}`]: (request: IdentityRequest) => Promise<Answer>;
}

/**
 * Reads a JSON body. Throws `unsupported_media`, `malformed`, or `invalid` with every problem.
 * @param expected what to send, as in "Please send an object with an email."
 */
export const readBody = <S extends z.ZodType>(
  schema: S,
  { contentType, body }: IdentityRequest,
  expected: string,
): z.infer<S> => {
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    throw new Refusal('unsupported_media', `Please send ${expected} as JSON.`);
  }
  const reading = schema.safeParse(parseJson(body));
  if (reading.success) return reading.data;
  const details = reading.error.issues.flatMap((issue) => problems(issue, expected));
  throw new Refusal('invalid', details[0]?.message ?? 'The request is not valid.', { details });
};

const parseJson = (body: Buffer | undefined): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new Refusal('malformed', 'The request is not valid JSON.');
  }
};

const problems = (issue: z.core.$ZodIssue, expected: string) => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((field) => ({ field, message: `"${field}" is not expected here.` }));
  }
  if (issue.path.length === 0) {
    return [{ field: '', message: `Please send an object with ${expected}.` }];
  }
  return [{ field: issue.path.join('.'), message: issue.message }];
};

export const emailField = z
  .string('Please enter your email address.')
  .max(254, 'This email address is too long.')
  .trim()
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address.'));

/** An existing password: only its length is checked. */
export const passwordField = z
  .string('Please enter your password.')
  .min(1, 'Please enter your password.')
  .max(maxPasswordLength, 'This password is too long.');

/** A new password; the policy decides whether it is acceptable. */
export const newPasswordField = z
  .string('Please choose a password.')
  .min(1, 'Please choose a password.');

export const tokenField = z.string('The token of the link is missing.').min(1).max(200);
