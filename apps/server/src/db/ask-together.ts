import { askForAll } from './shares.ts';

interface Asking<Question, Answer> {
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
  readonly fail: (error: unknown) => void;
}

export interface Sharing {
  /** Questions in one statement at most: each waits for the others of its statement. */
  readonly most?: number;
  /** Statements at the same time: more for those that keep the database busy for a while. */
  readonly lanes?: number;
}

/**
 * Asks the database for many requests at once. What is asked in one turn of the event loop goes
 * into one statement; what is asked while as many run as may goes into the next one. No question is
 * answered by a statement that began before it was asked. Under load most requests cost the
 * database one statement less.
 *
 * `ask` answers in the order of the questions. It must not fail for one of them alone: the others
 * would fail with it.
 */
export const askTogether = <Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { most = 100, lanes = 1 }: Sharing = {},
): ((question: Question) => Promise<Answer>) => {
  const waiting: Asking<Question, Answer>[] = [];
  let running = 0;

  const askGroup = async (group: readonly Asking<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(group.map(({ question }) => question));
      if (answers.length !== group.length)
        throw new Error(`${group.length} questions had ${answers.length} answers.`);
      for (const [index, { answer }] of group.entries()) answer(answers[index] as Answer);
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  };

  const askAll = async (): Promise<void> => {
    while (waiting.length > 0) await askGroup(waiting.splice(0, most));
    running -= 1;
  };

  return (question) =>
    new Promise((answer, fail) => {
      waiting.push({ question, answer, fail });
      if (running === lanes) return;
      running += 1;
      askForAll(() => setImmediate(() => void askAll()));
    });
};
