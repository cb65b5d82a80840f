import { useEffect } from 'react';
import { onSessionEnd } from './session-end.ts';

/** While `unsent`, which only this page has, the page stays when the session ends by itself. */
export const useSessionHold = (unsent: boolean): void =>
  useEffect(() => (unsent ? onSessionEnd(() => 'hold') : undefined), [unsent]);
