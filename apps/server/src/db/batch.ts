import { withoutLimits } from './shares.ts';

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchLimits {
  /** The most questions in one statement: each waits for the others of its statement. */
  readonly size?: number;
  /** Statements at the same time: more for slow ones. */
  readonly statements?: number;
}

/**
 * Answers the questions of many requests with one statement. Questions asked in one turn of the event
 * loop form a batch; those asked while the maximum number of statements runs go into the next one. No
 * question is answered by a statement that began before it was asked. Under load this saves most
 * requests one statement.
 *
 * `ask` must return answers in the order of the questions. It must not throw because of a single one:
 * the others would fail with it.
 */
export const batched = <Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { size = 100, statements = 1 }: BatchLimits = {},
): ((question: Question) => Promise<Answer>) => {
  const waiting: Waiting<Question, Answer>[] = [];
  let running = 0;

  const askBatch = async (batch: readonly Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(batch.map(({ question }) => question));
      if (answers.length !== batch.length)
        throw new Error(`${batch.length} questions had ${answers.length} answers.`);
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const askAll = async (): Promise<void> => {
    while (waiting.length > 0) await askBatch(waiting.splice(0, size));
    running -= 1;
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (running === statements) return;
      running += 1;
      withoutLimits(() => setImmediate(() => void askAll()));
    });
};
