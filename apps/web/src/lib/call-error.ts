import type { ErrorCode } from '@campus/contract';

/** `network`: the server could not be reached. `unknown`: the response does not follow the contract. */
export type CallErrorCode = ErrorCode | 'network' | 'unknown';

export const serverUnreachable =
  'Campus could not be reached. Please check your connection and try again.';

/** A failed call. `message` is a sentence for the user; `status` is 0 when there was no response. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: CallErrorCode;
  readonly details: readonly unknown[];
  /** A short plain-text response that does not follow the contract, and its HTTP status text. */
  readonly body: string;
  readonly statusText: string;
  /** The server gave no message, so `message` was chosen by the status. */
  readonly isFallbackMessage: boolean;

  constructor(
    status: number,
    code: CallErrorCode,
    message: string,
    details: readonly unknown[] = [],
    options: ErrorOptions & {
      readonly body?: string;
      readonly statusText?: string;
      readonly isFallbackMessage?: boolean;
    } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.details = details;
    this.body = options.body ?? '';
    this.statusText = options.statusText ?? '';
    this.isFallbackMessage = options.isFallbackMessage ?? false;
  }
}

/** The code of a refused call; undefined for any other error. */
export const codeOf = (error: unknown): CallErrorCode | undefined =>
  error instanceof CallError ? error.code : undefined;

/** There was no response: the same call may succeed once the network is back. */
export const isNetworkError = (error: unknown): boolean => codeOf(error) === 'network';

/** The record does not exist, or not for this person. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CallError && [403, 404].includes(error.status);

/** Someone else has changed the record meanwhile; `details` say what. */
export const isConflict = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'conflict';

/** Turns the error of a fetch without response into a CallError; an abort by the caller stays an AbortError. */
export const toNetworkError = (error: unknown, message = serverUnreachable): unknown =>
  error instanceof DOMException && error.name === 'AbortError'
    ? error
    : new CallError(0, 'network', message, [], { cause: error });
