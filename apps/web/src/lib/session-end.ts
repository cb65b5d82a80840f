import { here, navigateTo, signInPath } from './navigation.ts';
import { clearSession, readSession } from './session.ts';

/**
 * Asked when the session has ended by itself. A page with unsaved work keeps it (in
 * `sessionStorage`, say) and returns nothing, or returns `'hold'` to stay on screen: the shell then
 * asks the person to sign in in another tab, and the page can be sent again afterwards.
 */
export type SessionEndHook = () => 'hold' | undefined;

const hooks = new Set<SessionEndHook>();
const holding = new EventTarget();

/** Returns the way to unregister; made for an effect. */
export const onSessionEnd = (hook: SessionEndHook): (() => void) => {
  hooks.add(hook);
  return () => hooks.delete(hook);
};

/** Calls back when a page held on to its work and the person must sign in elsewhere. */
export const onSessionHeld = (listener: () => void): (() => void) => {
  holding.addEventListener('held', listener);
  return () => holding.removeEventListener('held', listener);
};

/** Takes the person to the sign-in page and back here afterwards, unless a page holds on. */
export const endSession = (): void => {
  const answers = [...hooks].map((hook) => hook());
  if (answers.includes('hold') && readSession()) holding.dispatchEvent(new Event('held'));
  else leaveToSignIn();
};

const endedKey = 'campus-session-ended';

/** Gives up what a page held on to. The sign-in page then says why it is there. */
export const leaveToSignIn = (): void => {
  clearSession();
  sessionStorage.setItem(endedKey, 'yes');
  navigateTo(signInPath(here()));
};

/** Whether a session of this tab has ended by itself; said once. */
export const takeSessionEnded = (): boolean => {
  const ended = sessionStorage.getItem(endedKey) !== null;
  sessionStorage.removeItem(endedKey);
  return ended;
};
