import { useEffect } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { attendanceToast } from '../../ui/toasts.tsx';

/** Shows "Failed to fetch stats: …" once each time a query fails. */
export const useFailureToast = (what: string, error: unknown): void => {
  useEffect(() => {
    if (error) attendanceToast.error(`${what}: ${errorText(error, 'Please try again.')}`);
  }, [what, error]);
};
