/** The error codes of this service and their status. */
const statuses = {
  malformed: 400,
  unauthenticated: 401,
  session_ended: 401,
  challenge_over: 401,
  forbidden: 403,
  confirmation_needed: 403,
  not_found: 404,
  conflict: 409,
  link_used: 410,
  link_expired: 410,
  link_unknown: 410,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  too_many_requests: 429,
  unavailable: 503,
} as const;

export type RefusalCode = keyof typeof statuses;

/** An error reply; `message` is a sentence for a person. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: readonly { field: string; message: string }[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    more: {
      details?: readonly { field: string; message: string }[];
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.status = statuses[code];
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get body(): object {
    return {
      message: this.message,
      error: this.code,
      ...(this.details && { details: this.details }),
    };
  }
}

export const wrongCode = (): Refusal => {
  const message = 'This code is not right. Please enter the one that the app shows now.';
  return new Refusal('invalid', message, { details: [{ field: 'code', message }] });
};

/** For a first step too long ago, or too many wrong codes. */
export const challengeOver = (): Refusal =>
  new Refusal(
    'challenge_over',
    'This sign-in has taken too long. Please enter your password again.',
  );

export const tooManyCodes = (): Refusal =>
  new Refusal('too_many_requests', 'Too many wrong codes. Please try again in 15 minutes.', {
    retryAfterSeconds: 15 * 60,
  });

const unavailable = (): Refusal =>
  new Refusal('unavailable', 'This is not possible at the moment. Please try again shortly.', {
    retryAfterSeconds: 5,
  });

/** Errors of a database that is temporarily unavailable: classes of SQLSTATE, and messages of the driver. */
const transientCode = /^(?:08|25|40|53|55|57)[0-9A-Z]{3}$|^E[A-Z]+$/;
const noConnection =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed) |timeout exceeded when trying to connect)/;

/** Returns why the database is temporarily unavailable; undefined for any other error. */
export const transientErrorMessage = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const passing = 'code' in error && transientCode.test(String(error.code));
  return passing || noConnection.test(error.message) ? error.message : undefined;
};

const ofStatus: ReadonlyMap<number, readonly [RefusalCode, string]> = new Map([
  [413, ['too_large', 'The request is too large.']],
  [415, ['unsupported_media', 'Please send the request as JSON.']],
]);

/** Converts an error to a refusal; `unexpected` errors should be logged. */
export const refusalFor = (error: unknown): { refusal: Refusal; unexpected: boolean } => {
  if (error instanceof Refusal) return { refusal: error, unexpected: false };
  const status = (error as { statusCode?: number } | null)?.statusCode ?? 500;
  if (status < 400 || status >= 500) return { refusal: unavailable(), unexpected: true };
  const [code, message] = ofStatus.get(status) ?? ['malformed', 'The request could not be read.'];
  return { refusal: new Refusal(code, message), unexpected: false };
};
