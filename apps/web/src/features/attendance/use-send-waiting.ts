import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isConnected, watchConnection } from '../../lib/connection.ts';
import { watchSession } from '../../lib/session.ts';
import { sendWaiting } from './send-waiting.ts';
import { listWaiting } from './waiting-submissions.ts';

/** How often it is tried again while nothing tells that the network is back, in milliseconds. */
const patience = 15_000;

/** Sends what waits: now, when the network or the session is back, and every now and then. */
export const useSendWaiting = (person: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const send = (): void => {
      if (listWaiting(person).length > 0) void sendWaiting(client, person);
    };
    const whenBack = (): void => {
      if (isConnected()) send();
    };
    const whenSeen = (): void => {
      if (!document.hidden) send();
    };
    const timer = setInterval(send, patience);
    const stops = [watchConnection(whenBack), watchSession(whenBack)];
    document.addEventListener('visibilitychange', whenSeen);
    whenBack();
    return () => {
      clearInterval(timer);
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [client, person]);
};
