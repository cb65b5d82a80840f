import { type AssignmentFile, type KeptAssignment, sizeInWords } from '@campus/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { fileStorageQuery } from '../../../lib/file-storage.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { notifyError } from '../../../ui/toasts.tsx';
import {
  addAttachments,
  refreshAssignments,
  removeAttachment,
  saveAttachment,
} from '../assignments.api.ts';
import { FileList } from '../files/file-list.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import classes from '../assignments.module.css';

/** The files beside an assignment: added at once, taken away after a question. */
export const Attachments = ({ assignment }: { readonly assignment: KeptAssignment }) => {
  const client = useQueryClient();
  const space = useQuery(fileStorageQuery(assignment.id)).data?.assignment;
  const [problem, setProblem] = useState('');
  const [asked, setAsked] = useState<AssignmentFile | null>(null);
  const [asking, setAsking] = useState(false);
  const add = useMutation({
    mutationFn: (files: readonly File[]) => addAttachments(assignment.id, files),
    onSuccess: () => refreshAssignments(client),
    onError: (error) => setProblem(errorText(error, 'The files could not be added.')),
  });
  const remove = useMutation({
    mutationFn: ({ id }: AssignmentFile) => removeAttachment(assignment.id, id),
    onSuccess: () => refreshAssignments(client),
    onError: (error) => notifyError(errorText(error, 'The file could not be removed.')),
    onSettled: () => setAsking(false),
  });
  return (
    <div className={classes['files']}>
      <FileList
        label="Files"
        files={assignment.attachments}
        onSave={(file) => saveAttachment(assignment.id, file)}
        onRemove={(file) => {
          setAsked(file);
          setAsking(true);
        }}
      />
      <FilePicker
        label={add.isPending ? 'Adding files...' : 'Add files'}
        assignmentId={assignment.id}
        files={[]}
        others={assignment.attachments.length}
        disabled={add.isPending}
        error={problem}
        onChange={(files, why) => {
          setProblem(why);
          if (files.length > 0) add.mutate(files);
        }}
      />
      {space && (
        <p className={classes['quiet']}>
          {`Hand-ins and these files have ${sizeInWords(space.used)} of ${sizeInWords(space.limit)}.`}
        </p>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Remove this file?"
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked)}
      >
        {`Students will not see “${asked?.name ?? ''}” any more.`}
      </ConfirmDialog>
    </div>
  );
};
