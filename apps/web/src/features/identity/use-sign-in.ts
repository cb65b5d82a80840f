import { useCallback, useEffect, useState } from 'react';
import { CallError, codeOf } from '../../lib/call-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { navigateTo } from '../../lib/navigation.ts';
import { consumeSessionEnded } from '../../lib/session-end.ts';
import { clearLinkToken, readLinkToken } from './link-token.ts';
import { errorMessage as error, type Message, signInUnreachable } from './message-box.tsx';
import { trustDevice, askForReset, sendCode, signIn, startSession } from './sign-in.ts';
import { isSettingUpFactor, nextPage, consumeOutcome } from './university.ts';

const failed = 'Login failed. Please try again.';

const ended: Message = {
  kind: 'notice',
  text: 'Your session has ended. Sign in to continue.',
};

/** Uses the mailed link that lets this device sign in; returns the message to show. */
const trust = async (token: string): Promise<Message> => {
  try {
    await trustDevice(token);
    clearLinkToken();
    return { kind: 'success', text: 'You can sign in on this device now.' };
  } catch (problem) {
    if (problem instanceof CallError) clearLinkToken();
    return error(errorText(problem, signInUnreachable));
  }
};

/** The state of the sign-in form and its message. */
export const useSignIn = () => {
  // The button stays disabled until the script has taken over: the browser must never submit.
  const [state, setState] = useState<'prerendered' | 'idle' | 'signing-in' | 'resetting'>(
    'prerendered',
  );
  const [message, setMessage] = useState<Message | null>(null);

  const [step, setStep] = useState<'password' | 'code' | 'set-up'>('password');

  const goOn = useCallback(async (way: (next: string) => Promise<string | null>): Promise<void> => {
    setState('signing-in');
    setMessage(null);
    try {
      const onward = await way(nextPage());
      if (onward !== null) return navigateTo(onward);
      setStep('code');
    } catch (problem) {
      const code = codeOf(problem);
      if (code === 'challenge_over') setStep('password');
      if (code === 'second_factor_needed') setStep('set-up');
      else setMessage({ ...error(errorText(problem, failed)), again: code === 'session_ended' });
    }
    setState('idle');
  }, []);

  useEffect(() => {
    const arrive = async (): Promise<void> => {
      const outcome = consumeOutcome();
      if (outcome === 'done') return goOn(startSession);
      if (outcome === 'code') setStep('code');
      else if (isSettingUpFactor()) setStep('set-up');
      else if (consumeSessionEnded()) setMessage(ended);
      const token = readLinkToken();
      if (token) setMessage(await trust(token));
      setState((was) => (was === 'prerendered' ? 'idle' : was));
      if (outcome !== null && outcome !== 'code') setMessage(error(outcome.sentence));
    };
    void arrive();
    // The browser may restore this page from its cache as it was left: busy.
    const wake = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setState('idle');
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, [goOn]);

  const submit = (email: string, password: string): Promise<void> =>
    goOn((next) => signIn(email, password, next));

  const submitCode = (code: string): Promise<void> =>
    goOn(async (next) => {
      await sendCode(code);
      return startSession(next);
    });

  /** Called when the app is set up and the session includes it. */
  const finish = (): Promise<void> => goOn(startSession);

  const startAgain = (notice: Message | null = null): void => {
    setStep('password');
    setMessage(notice);
  };

  const forgot = async (): Promise<void> => {
    if (state === 'resetting') return;
    setState('resetting');
    setMessage(null);
    setMessage(await askForReset());
    setState('idle');
  };

  return { state, step, message, submit, submitCode, finish, startAgain, forgot };
};
