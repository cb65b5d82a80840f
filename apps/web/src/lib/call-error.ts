import type { ErrorCode } from '@campus/contract';

/** `network`: the server could not be reached. `unknown`: an answer that is not of the contract. */
export type CallErrorCode = ErrorCode | 'network' | 'unknown';

export const unreachable =
  'Campus could not be reached. Please check your connection and try again.';

/** A call that failed. `message` is a sentence for the person; `status` is 0 without an answer. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: CallErrorCode;
  readonly details: readonly unknown[];
  /** A plain text of some words that came instead of an answer of the contract, and its status in words. */
  readonly body: string;
  readonly statusText: string;
  /** The sentence is ours, by the status. */
  readonly saidNothing: boolean;

  constructor(
    status: number,
    code: CallErrorCode,
    message: string,
    details: readonly unknown[] = [],
    options: ErrorOptions & {
      readonly body?: string;
      readonly statusText?: string;
      readonly saidNothing?: boolean;
    } = {},
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.details = details;
    this.body = options.body ?? '';
    this.statusText = options.statusText ?? '';
    this.saidNothing = options.saidNothing ?? false;
  }
}

/** Of a refusal; undefined of anything else that went wrong. */
export const codeOf = (error: unknown): CallErrorCode | undefined =>
  error instanceof CallError ? error.code : undefined;

/** There was no answer: the same call may succeed as soon as the network is back. */
export const isUnanswered = (error: unknown): boolean => codeOf(error) === 'network';

/** What was asked for does not exist, or not for this person. */
export const isMissing = (error: unknown): boolean =>
  error instanceof CallError && [403, 404].includes(error.status);

/** Someone else has changed it meanwhile; `details` say what. */
export const isConflict = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'conflict';

/** What a fetch that was never answered becomes; an abort by the caller stays an abort. */
export const notAnswered = (error: unknown): unknown =>
  error instanceof DOMException && error.name === 'AbortError'
    ? error
    : new CallError(0, 'network', unreachable, [], { cause: error });
