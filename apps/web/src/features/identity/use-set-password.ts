import { useEffect, useState } from 'react';
import { takeToken } from './link-token.ts';
import { errorMessage, type Message } from './message-box.tsx';
import { Refused, sentenceOf } from './post.ts';
import { lookAtLink, setPassword, type PasswordLink } from './set-password.ts';

export type Stage =
  // Until the script has taken over and the link was looked at, the button is disabled.
  | { readonly at: 'start' }
  | { readonly at: 'open' }
  | { readonly at: 'busy' }
  | { readonly at: 'closed'; readonly why: Exclude<PasswordLink['state'], 'open'> }
  | { readonly at: 'done'; readonly email: string };

export const usualRules = ['At least 6 characters'] as const;
export const different = 'The two passwords are not the same.';
const unreachable = 'Campus does not answer. Please try again.';

const closedBy = (problem: unknown): Stage | undefined => {
  const match = problem instanceof Refused && /^link_(used|expired|unknown)$/.exec(problem.code);
  return match ? { at: 'closed', why: match[1] as 'used' | 'expired' | 'unknown' } : undefined;
};

/** Where the choice of a password stands, and what the page has to say. */
export const useSetPassword = () => {
  const [stage, setStage] = useState<Stage>({ at: 'start' });
  const [rules, setRules] = useState<readonly string[]>(usualRules);
  const [message, setMessage] = useState<Message | null>(null);
  const [token, setToken] = useState('');

  useEffect(() => {
    const taken = takeToken();
    setToken(taken);
    if (!taken) {
      setStage({ at: 'closed', why: 'unknown' });
      return;
    }
    // Where nothing answers the form stays open: the answer to the password says the same.
    lookAtLink(taken).then(
      (link) => {
        setRules(link.rules);
        setStage(link.state === 'open' ? { at: 'open' } : { at: 'closed', why: link.state });
      },
      () => setStage({ at: 'open' }),
    );
  }, []);

  const submit = async (password: string, again: string): Promise<boolean> => {
    if (password !== again) {
      setMessage(errorMessage(different));
      return false;
    }
    setStage({ at: 'busy' });
    setMessage(null);
    try {
      const { email } = await setPassword(token, password);
      setStage({ at: 'done', email });
      return true;
    } catch (problem) {
      setStage(closedBy(problem) ?? { at: 'open' });
      setMessage(closedBy(problem) ? null : errorMessage(sentenceOf(problem, unreachable)));
      return false;
    }
  };

  return { stage, rules, message, submit };
};
