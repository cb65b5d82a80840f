import { focusManager, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readSession } from '../../lib/session.ts';
import { signOut } from '../../lib/sign-out.ts';
import { listUnsent } from '../../lib/unsent.ts';

export type SignOut = ReturnType<typeof useSignOut>;

/** @param onAsk called when the question appears */
export const useSignOut = (onAsk: () => void) => {
  const [leaving, setLeaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const confirm = () => {
    setAsking(false);
    setLeaving(true);
    // What a page asks every few seconds would be told that the session has ended.
    focusManager.setFocused(false);
    void client.cancelQueries();
    void signOut();
  };
  return {
    leaving,
    asking,
    /** Signs out; with unsent work it asks first. */
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
