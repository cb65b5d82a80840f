import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { currentUrl, navigateTo, signInPath } from '../../lib/navigation.ts';
import { keepTokenFresh } from '../../lib/renewal.ts';
import { endSession, leaveToSignIn, onSessionHeld } from '../../lib/session-end.ts';
import { isSigningOut, readSession } from '../../lib/session.ts';
import { useSession } from '../../lib/use-session.ts';
import { Dialog, DialogActions } from '../../ui/actions.tsx';

/** Keeps the token fresh and follows other tabs that sign out or sign in as someone else. */
const useSessionWatch = (): void => {
  useEffect(() => keepTokenFresh(endSession), []);
  useEffect(() => {
    const shown = readSession()?.email;
    const compare = (): void => {
      const now = readSession();
      if (!now) endSession();
      else if (now.email !== shown) navigateTo(`/${now.role}/dashboard`);
    };
    // A page from the browser's back-forward cache may belong to someone who has signed out. If they are back,
    // it is loaded anew, as it makes no more calls: without its hash, with which it would only be scrolled.
    const restored = (): void => {
      if (isSigningOut()) navigateTo(currentUrl().replace(/#.*/, ''));
      else compare();
    };
    window.addEventListener('pageshow', restored);
    window.addEventListener('storage', compare);
    return () => {
      window.removeEventListener('pageshow', restored);
      window.removeEventListener('storage', compare);
    };
  }, []);
};

/** Asks a person with unsaved work to sign in in another tab when their session has ended. */
export const SessionGuard = () => {
  const token = useSession()?.token;
  const [heldWith, setHeldWith] = useState<string>();
  useSessionWatch();
  useEffect(() => onSessionHeld(() => setHeldWith(readSession()?.token)), []);
  // A new token means that they have signed in again in the other tab.
  const held = heldWith !== undefined && heldWith === token;
  return (
    <Dialog opened={held} onClose={() => setHeldWith(undefined)} title="Your session has ended">
      <p>
        Please sign in again to save your work. It stays on this page while you sign in in a new
        tab.
      </p>
      <DialogActions>
        <Button variant="default" onClick={leaveToSignIn}>
          Leave without saving
        </Button>
        <Button component="a" href={signInPath()} target="_blank" rel="noreferrer" data-autofocus>
          Sign in in a new tab
        </Button>
      </DialogActions>
    </Dialog>
  );
};
