import { errorCodes, type ErrorCode } from '@campus/contract';

/**
 * The one way a feature says no. The error handler turns it into the answer: status by code, the
 * sentence for the person, details for the client.
 */
export class CampusError extends Error {
  override readonly name = 'CampusError';
  readonly code: ErrorCode;
  readonly details: readonly unknown[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string = errorCodes[code].sentence,
    extra: { details?: readonly unknown[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.code = code;
    this.details = extra.details;
    this.headers = extra.headers ?? {};
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}
