import { useState } from 'react';
import { readSession } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { listUnsent } from '../../lib/unsent.ts';

export interface SignOut {
  readonly leaving: boolean;
  readonly asking: boolean;
  /** Signs out; with unsent work it asks first. */
  readonly begin: () => void;
  readonly confirm: () => void;
  readonly stay: () => void;
}

/** @param onAsk called when the question appears */
export const useSignOut = (onAsk: () => void): SignOut => {
  const [leaving, setLeaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    setLeaving(true);
    void signOut();
  };
  return {
    leaving,
    asking,
    begin: () => {
      const { email } = readSession() ?? {};
      if (email === undefined || listUnsent(email).length === 0) {
        confirm();
        return;
      }
      setAsking(true);
      onAsk();
    },
    confirm,
    stay: () => setAsking(false),
  };
};
