/**
 * The start failed for a reason the operator can do something about. Only the message, one sentence,
 * is printed; other errors during a start are printed with their stack.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
