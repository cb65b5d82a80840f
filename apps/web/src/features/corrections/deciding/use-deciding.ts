import { type Correction, type CorrectionChange, corrections } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { CallError, isConflict } from '../../../lib/call-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { refreshPeople } from '../../../lib/query.ts';
import { notifyError, notifySuccess } from '../../../ui/toasts.tsx';
import { refreshCorrections } from '../corrections.api.ts';

export type Deciding = ReturnType<typeof useDeciding>;

/** Answers requests one at a time, tells how it went and asks for the lists again. */
export const useDeciding = (onDecided: () => void) => {
  const client = useQueryClient();
  /** A request whose record was changed while it stood on screen, as it is now. */
  const [overtaken, setOvertaken] = useState<Correction | null>(null);
  const [refusing, setRefusing] = useState<Correction | null>(null);

  const reload = () => refreshCorrections(client);
  const decided = async (): Promise<void> => {
    setOvertaken(null);
    setRefusing(null);
    await Promise.all([reload(), refreshPeople(client)]);
    onDecided();
  };
  const failed = async (error: unknown): Promise<void> => {
    notifyError(errorText(error, 'The decision could not be stored. Please try again.'));
    const gone = error instanceof CallError && [404, 409].includes(error.status);
    if (gone) await decided();
  };

  const approving = useMutation({
    // In place of what is on screen (`now`).
    mutationFn: ({ id, changes }: Correction) => {
      const seen = Object.fromEntries(changes.map(({ field, now }) => [field, now]));
      return call(corrections.approveCorrection, { params: { id }, body: { seen } });
    },
    onSuccess: (request) => {
      notifySuccess(`Approved. The record of ${request.student.name} is changed.`);
      return decided();
    },
    onError: (error, request) => {
      const moved = isConflict(error) ? error.details : [];
      if (moved.length === 0) return failed(error);
      setOvertaken({ ...request, changes: merge(request.changes, moved as CorrectionChange[]) });
      return reload();
    },
  });
  return {
    busy: approving.isPending,
    overtaken,
    setOvertaken,
    refusing,
    setRefusing,
    approve: (request: Correction) => approving.mutate(request),
    refused: (request: Correction) => {
      notifySuccess(`Refused. ${request.requestedBy} is told why.`);
      return decided();
    },
    failed,
  };
};

/** The changes of a request with what the record says now where that has moved on. */
const merge = (
  changes: readonly CorrectionChange[],
  moved: readonly CorrectionChange[],
): CorrectionChange[] =>
  changes.map((change) => moved.find(({ field }) => field === change.field) ?? change);
