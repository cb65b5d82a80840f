import { useState } from 'react';
import { different, errorMessage, type Message, unreachable } from './message-box.tsx';
import { sentenceOf } from './post.ts';
import { lookAtLink, setPassword } from './set-password.ts';
import { useLink } from './use-link.ts';

/** Where the choice of a password stands, and what the page has to say. */
export const useSetPassword = () => {
  const { token, state, rules, closedBy } = useLink(lookAtLink, ['At least 6 characters']);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  /** The e-mail to sign in with, once the password is set. */
  const [email, setEmail] = useState<string | null>(null);

  /** False when there is something to correct. */
  const submit = async (password: string, again: string): Promise<boolean> => {
    if (password !== again) {
      setMessage(errorMessage(different));
      return false;
    }
    setBusy(true);
    setMessage(null);
    try {
      setEmail((await setPassword(token, password)).email);
      return true;
    } catch (problem) {
      if (!closedBy(problem)) setMessage(errorMessage(sentenceOf(problem, unreachable)));
      return false;
    } finally {
      setBusy(false);
    }
  };

  return { state, email, rules, busy, message, submit };
};
