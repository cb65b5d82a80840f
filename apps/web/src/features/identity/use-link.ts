import { useEffect, useState } from 'react';
import { codeOf } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { typedInto } from './entry-form.tsx';
import { takeToken } from './link-token.ts';
import { different, errorMessage, type Message, unreachable } from './message-box.tsx';

export type ClosedState = 'used' | 'expired' | 'unknown';

/** What a link is worth, and what a password needs. */
export interface FoundLink {
  readonly state: 'open' | ClosedState;
  readonly rules: readonly string[];
}

/**
 * The link that led here, and the password that is chosen by it. Its state is `start` until the script
 * has taken over and the link was looked at: the browser must never submit a form itself. Where nothing
 * answers the form opens: the answer to what is sent says the same. `look` stays the same function.
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

  useEffect(() => {
    const arrive = async (): Promise<void> => {
      const taken = takeToken();
      const found: Partial<FoundLink> = taken
        ? await look(taken).catch(() => ({}))
        : { state: 'unknown' };
      setToken(taken);
      setRules((usual) => found.rules ?? usual);
      setState(found.state ?? 'open');
    };
    void arrive();
  }, [look]);

  /** Sends what was chosen; false when there is something to correct, or the link is closed. */
  const submit = async (
    send: (token: string, password: string) => Promise<unknown>,
  ): Promise<boolean> => {
    const password = typedInto('new-password');
    if (password !== typedInto('again')) {
      setMessage(errorMessage(different));
      return false;
    }
    setBusy(true);
    setMessage(null);
    try {
      await send(token, password);
      return true;
    } catch (problem) {
      const why = /^link_(used|expired|unknown)$/.exec(codeOf(problem) ?? '')?.[1];
      if (why === undefined) setMessage(errorMessage(errorText(problem, unreachable)));
      else setState(why as ClosedState);
      setBusy(false);
      return false;
    }
  };

  return { state, rules, busy, message, submit };
};
