import { useEffect, useState } from 'react';
import { codeOf } from '../../lib/call-error.ts';
import { errorText, fieldErrors } from '../../lib/error-text.ts';
import { fieldText, inputOf, type Problems } from './entry-form.tsx';
import { readLinkToken } from './link-token.ts';
import { errorMessage, type Message, passwordsDiffer, signInUnreachable } from './message-box.tsx';

export type ClosedState = 'used' | 'expired' | 'unknown';

/** The state of a link, and the rules for a password. */
export interface FoundLink {
  readonly state: 'open' | ClosedState;
  readonly rules: readonly string[];
}

/**
 * The link that led here, and the password chosen with it. The state is `start` until the script
 * has taken over and the link was checked: the browser must never submit a form itself. If nothing
 * answers the check, the form opens: submitting will report the same problem. `look` must stay the
 * same function.
 */
export const useLink = (
  look: (token: string) => Promise<FoundLink>,
  usualRules: readonly string[],
) => {
  const [token, setToken] = useState('');
  const [state, setState] = useState<'start' | FoundLink['state']>('start');
  const [rules, setRules] = useState<readonly string[]>(usualRules);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const [problems, setProblems] = useState<Problems>({});

  useEffect(() => {
    const arrive = async (): Promise<void> => {
      const taken = readLinkToken();
      const found: Partial<FoundLink> = taken
        ? await look(taken).catch(() => ({}))
        : { state: 'unknown' };
      setToken(taken);
      setRules((usual) => found.rules ?? usual);
      setState(found.state ?? 'open');
    };
    void arrive();
  }, [look]);

  const onTyped = (id: string): void => {
    // Whether the two are equal depends on both.
    const changed = id === 'new-password' ? [id, 'again'] : [id];
    setProblems((now) =>
      Object.fromEntries(Object.entries(now).filter(([name]) => !changed.includes(name))),
    );
  };

  const submit = async (
    send: (token: string, password: string) => Promise<unknown>,
  ): Promise<void> => {
    const password = fieldText('new-password');
    if (password !== fieldText('again')) return setProblems({ again: passwordsDiffer });
    setBusy(true);
    setMessage(null);
    setProblems({});
    try {
      await send(token, password);
    } catch (problem) {
      const why = /^link_(used|expired|unknown)$/.exec(codeOf(problem) ?? '')?.[1];
      const wrong = Object.entries(fieldErrors(problem)).flatMap(([field, text]) => {
        const id = /password$/i.test(field) ? 'new-password' : field;
        return inputOf(id) ? [[id, text]] : [];
      });
      if (why !== undefined) setState(why as ClosedState);
      else if (wrong.length > 0) setProblems(Object.fromEntries(wrong) as Problems);
      else setMessage(errorMessage(errorText(problem, signInUnreachable)));
      setBusy(false);
    }
  };

  return { state, rules, busy, message, problems, onTyped, submit };
};
