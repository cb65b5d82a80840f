import { useQuery } from '@tanstack/react-query';
import { studentProfileQuery } from '../../../lib/student-profile.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { useState } from 'react';
import { openOfStudentQuery } from '../corrections.api.ts';
import { RequestForm } from './request-form.tsx';
import type { OpenedStudent } from './student-actions.tsx';

interface EditorProps {
  readonly email: string;
  readonly onBusy: (busy: boolean) => void;
  readonly onClose: () => void;
}

/** Loads what the record says and what is asked already; the form stands on both. */
const Editor = ({ email, onBusy, onClose }: EditorProps) => {
  const profile = useQuery(studentProfileQuery(email));
  const open = useQuery(openOfStudentQuery(email));
  const failed = profile.error ?? open.error;
  if (profile.data && open.data)
    return (
      <RequestForm profile={profile.data} open={open.data} onBusy={onBusy} onClose={onClose} />
    );
  return (
    <UntilLoaded
      query={{ error: failed, refetch: () => Promise.all([profile.refetch(), open.refetch()]) }}
      loading="Loading profile..."
      failed="Failed to load profile. Please try again."
    >
      <SkeletonRows rows={4} columns={1} />
    </UntilLoaded>
  );
};

interface EditStudentProps {
  readonly opened: boolean;
  readonly student: OpenedStudent;
  readonly onClose: () => void;
}

/** What a teacher may edit of a student: it becomes a request that an administrator decides on. */
export const EditStudent = ({ opened, student, onClose }: EditStudentProps) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      busy={busy}
      title={`Edit ${student.name ?? 'student'}`}
    >
      {student.email !== null && (
        <Editor email={student.email} onBusy={setBusy} onClose={onClose} />
      )}
    </Dialog>
  );
};
