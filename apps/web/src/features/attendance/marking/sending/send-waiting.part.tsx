import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isConnected, watchConnection } from '../../../../lib/connection.ts';
import { watchSession } from '../../../../lib/session.ts';
import { sendWaiting } from './waiting-submissions.ts';

/** How often it is tried again while nothing tells that the network is back, in milliseconds. */
const retryEvery = 15_000;

/**
 * While this is on a page, submissions that wait are sent: now, when the network or the session is
 * back, and every now and then. It shows nothing.
 */
export default function SendWaiting({ person }: { readonly person: string }) {
  const client = useQueryClient();
  useEffect(() => {
    const send = (): void => void sendWaiting(client, person);
    const whenBack = (): void => {
      if (isConnected()) send();
    };
    const whenSeen = (): void => {
      if (!document.hidden) send();
    };
    const timer = setInterval(send, retryEvery);
    const stops = [watchConnection(whenBack), watchSession(whenBack)];
    document.addEventListener('visibilitychange', whenSeen);
    whenBack();
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [client, person]);
  return null;
}
