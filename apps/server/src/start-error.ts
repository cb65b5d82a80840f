/**
 * The start cannot go on, for a reason that anyone who started it can do something about. The message
 * is one sentence and all that is printed; anything else thrown during a start keeps its trace.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
