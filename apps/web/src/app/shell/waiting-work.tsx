import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { listUnsent } from '../../lib/unsent.ts';
import { useSession } from '../../lib/use-session.ts';

const SendWaiting = lazy(
  () => import('../../features/attendance/marking/sending/send-waiting.part.tsx'),
);

/** Work that met no network goes out from every page, not only from the one it was done on. */
export const WaitingWork = () => {
  // Looked at again on every page.
  useLocation();
  const person = useSession()?.email;
  if (person === undefined || listUnsent(person).length === 0) return null;
  return (
    <Suspense fallback={null}>
      <SendWaiting person={person} />
    </Suspense>
  );
};
