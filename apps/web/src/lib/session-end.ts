import { currentUrl, navigateTo, signInPath } from './navigation.ts';
import { clearSession, readSession } from './session.ts';

/**
 * Called when the session has ended by itself. A page with unsaved work either saves it (in `sessionStorage`,
 * say) and returns nothing, or returns `'hold'` to stay on screen: the shell then asks the person to sign in
 * in another tab, after which the page can send its work.
 */
export type SessionEndHook = () => 'hold' | undefined;

const hooks = new Set<SessionEndHook>();
const holding = new EventTarget();

/** Returns a function that unregisters the hook, for use in an effect. */
export const onSessionEnd = (hook: SessionEndHook): (() => void) => {
  hooks.add(hook);
  return () => hooks.delete(hook);
};

/** Calls `listener` when a page stays on screen and the person must sign in elsewhere. */
export const onSessionHeld = (listener: () => void): (() => void) => {
  holding.addEventListener('held', listener);
  return () => holding.removeEventListener('held', listener);
};

/** Goes to the sign-in page, which returns here afterwards, unless a page returns `'hold'`. */
export const endSession = (): void => {
  const answers = [...hooks].map((hook) => hook());
  if (answers.includes('hold') && readSession()) holding.dispatchEvent(new Event('held'));
  else leaveToSignIn();
};

const endedKey = 'campus-session-ended';

/** Goes to the sign-in page even if a page wanted to stay. The sign-in page says that the session has ended. */
export const leaveToSignIn = (): void => {
  clearSession();
  sessionStorage.setItem(endedKey, 'yes');
  navigateTo(signInPath(currentUrl()));
};

/** Whether a session of this tab has ended by itself; true only the first time it is asked. */
export const consumeSessionEnded = (): boolean => {
  const ended = sessionStorage.getItem(endedKey) !== null;
  sessionStorage.removeItem(endedKey);
  return ended;
};
