import { useState } from 'react';
import { navigateTo, setUpPath, signInPath } from '../../lib/navigation.ts';
import { different, errorMessage, type Message, unreachable } from './message-box.tsx';
import { Refused, sentenceOf } from './post.ts';
import { type FirstAdministrator, lookAtSetupLink, setUp } from './setup.ts';
import { signIn } from './sign-in.ts';
import { useLink } from './use-link.ts';

type Given = Omit<FirstAdministrator, 'token'> & { readonly again: string };

/** Where the creation of the first administrator stands, and what the page has to say. */
export const useSetup = () => {
  const { token, state, rules, closedBy } = useLink(lookAtSetupLink, ['At least 12 characters']);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);

  const submit = async ({ again, ...given }: Given): Promise<void> => {
    if (given.password !== again) {
      setMessage(errorMessage(different));
      return;
    }
    setBusy(true);
    setMessage(null);
    try {
      await setUp({ token, ...given });
    } catch (problem) {
      if (!closedBy(problem)) setMessage(errorMessage(sentenceOf(problem, unreachable)));
      setBusy(false);
      return;
    }
    // There is an administrator now: where signing in fails, the sign-in page says why.
    navigateTo(
      (await signIn(given.email, given.password, '').catch((problem: unknown) =>
        problem instanceof Refused && problem.code === 'second_factor_needed'
          ? setUpPath('')
          : null,
      )) ?? signInPath(),
    );
  };

  return { state, rules, busy, message, submit };
};
