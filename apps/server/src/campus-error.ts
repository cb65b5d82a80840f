import { errorCodes, type ErrorCode } from '@campus/contract';

interface Extra {
  readonly details?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
  /** For the log. */
  readonly cause?: unknown;
}

/**
 * The only way a feature refuses a request. The error handler turns it into the reply: the code
 * determines the status, the message is for the person, the details are for the client.
 */
export class CampusError extends Error {
  override readonly name = 'CampusError';
  readonly code: ErrorCode;
  readonly details: readonly unknown[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string = errorCodes[code].sentence,
    { details, headers = {}, cause }: Extra = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

export const notFound = (message: string) => new CampusError('not_found', message);

export const forbidden = (message?: string) => new CampusError('forbidden', message);

/** A 409. `about` is the field concerned, or details for the client. */
export const conflict = (message: string, about: string | readonly unknown[] = []) => {
  const details = typeof about === 'string' ? [{ field: about, message }] : about;
  return new CampusError('conflict', message, details.length > 0 ? { details } : {});
};

/** Returns the value; if undefined, throws a 404 with the given sentence, or the given refusal. */
export const found = <T>(value: T | undefined, refusal: string | (() => CampusError)): T => {
  if (value !== undefined) return value;
  throw typeof refusal === 'string' ? notFound(refusal) : refusal();
};
