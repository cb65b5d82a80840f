import { useEffect, useState } from 'react';
import { takeToken } from './link-token.ts';
import { Refused } from './post.ts';

export type ClosedState = 'used' | 'expired' | 'unknown';

/** What a link is worth, and what a password needs. */
export interface FoundLink {
  readonly state: 'open' | ClosedState;
  readonly rules: readonly string[];
}

/**
 * The link that led here. Its state is `start` until the script has taken over and the link was
 * looked at: the browser must never submit a form itself. Where nothing answers the form opens: the
 * answer to what is sent says the same. `look` stays the same function.
 */
export const useLink = (
  look: (token: string) => Promise<FoundLink>,
  usualRules: readonly string[],
) => {
  const [token, setToken] = useState('');
  const [state, setState] = useState<'start' | FoundLink['state']>('start');
  const [rules, setRules] = useState<readonly string[]>(usualRules);

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

  /** True when the refusal is about the link, which is closed then. */
  const closedBy = (problem: unknown): boolean => {
    const code = problem instanceof Refused ? problem.code : '';
    const why = /^link_(used|expired|unknown)$/.exec(code)?.[1];
    if (why !== undefined) setState(why as ClosedState);
    return why !== undefined;
  };

  return { token, state, rules, closedBy };
};
