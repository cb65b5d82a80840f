import { useEffect, useState } from 'react';
import { leaveFor, signInPath } from '../../lib/leave.ts';
import { takeToken } from './link-token.ts';
import { errorMessage, type Message } from './message-box.tsx';
import { Refused, sentenceOf } from './post.ts';
import { lookAtSetupLink, setUp, type SetupLink } from './setup.ts';
import { signIn } from './sign-in.ts';
import { different, usualRules } from './use-set-password.ts';

type Stage = 'start' | 'busy' | SetupLink['state'];

interface Given {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly again: string;
}

/** Where the creation of the first administrator stands, and what the page has to say. */
export const useSetup = () => {
  const [stage, setStage] = useState<Stage>('start');
  const [rules, setRules] = useState<readonly string[]>(usualRules);
  const [message, setMessage] = useState<Message | null>(null);
  const [token, setToken] = useState('');

  useEffect(() => {
    const taken = takeToken();
    setToken(taken);
    if (!taken) {
      setStage('unknown');
      return;
    }
    lookAtSetupLink(taken).then(
      (link) => {
        setRules(link.rules);
        setStage(link.state);
      },
      () => setStage('open'),
    );
  }, []);

  const submit = async ({ again, ...given }: Given): Promise<void> => {
    if (given.password !== again) {
      setMessage(errorMessage(different));
      return;
    }
    setStage('busy');
    setMessage(null);
    try {
      await setUp({ token, ...given });
    } catch (problem) {
      const closed = problem instanceof Refused && /^link_(.*)$/.exec(problem.code)?.[1];
      setStage(closed ? (closed as SetupLink['state']) : 'open');
      setMessage(errorMessage(sentenceOf(problem, 'Campus does not answer. Please try again.')));
      return;
    }
    // There is an administrator now: where signing in fails, the sign-in page says why.
    leaveFor(await signIn(given.email, given.password, '').catch(() => signInPath()));
  };

  return { stage, rules, message, submit };
};
