import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isConnected, watchConnection } from '../../../../lib/connection.ts';
import { watchSession } from '../../../../lib/session.ts';
import { sendQueued } from './submission-queue.ts';

/** Retry interval while no event says that the network is back, in milliseconds. */
const retryEvery = 15_000;

/**
 * Sends waiting submissions while it is on a page: at once, when the network or the session is
 * back, when the page is seen again, and at intervals. Renders nothing.
 */
export default function SendQueued({ person }: { readonly person: string }) {
  const client = useQueryClient();
  useEffect(() => {
    const send = (): void => void sendQueued(client, person);
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
