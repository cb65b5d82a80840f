import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readSession } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { isDraft, listUnsent } from '../../lib/unsent.ts';

export type SignOut = ReturnType<typeof useSignOut>;

/** @param onAsk called when the question appears */
export const useSignOut = (onAsk: () => void) => {
  const [leaving, setLeaving] = useState(false);
  /** What signing out would delete; null while no question is shown. */
  const [asking, setAsking] = useState<'marks' | 'text' | null>(null);
  const client = useQueryClient();
  const confirm = () => {
    setAsking(null);
    setLeaving(true);
    void signOut();
    void client.cancelQueries();
  };
  return {
    leaving,
    asking,
    /** Signs out; asks first if there is unsent work. */
    begin: () => {
      const { email } = readSession() ?? {};
      const unsent = email === undefined ? [] : listUnsent(email);
      if (unsent.length === 0) {
        confirm();
        return;
      }
      setAsking(unsent.every(isDraft) ? 'text' : 'marks');
      onAsk();
    },
    confirm,
    stay: () => setAsking(null),
  };
};
