import type { KeptAssignment } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { notifyError, notifySuccess } from '../../../ui/toasts.tsx';
import { deleteAssignment, refreshAssignments, returnAll, saveAll } from '../assignments.api.ts';
import classes from '../assignments.module.css';

interface ActionsProps {
  readonly area: 'admin' | 'teacher';
  readonly assignment: KeptAssignment;
  readonly onEdit: () => void;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const sayFailure = (error: unknown): void => {
  notifyError(errorText(error, 'This could not be done. Please try again.'));
};

/** What can be done with an assignment as a whole. */
export const AssignmentActions = ({ area, assignment, onEdit }: ActionsProps) => {
  const { id, title, handedIn, toReturn } = assignment;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<'return' | 'delete' | null>(null);
  // Kept while the dialog fades out.
  const [asked, setAsked] = useState<'return' | 'delete'>('return');
  const ask = (what: 'return' | 'delete'): void => {
    setAsked(what);
    setQuestion(what);
  };
  const download = useMutation({ mutationFn: () => saveAll(id, title), onError: sayFailure });
  const act = useMutation({
    mutationFn: async (what: 'return' | 'delete'): Promise<string> => {
      if (what === 'delete') {
        await deleteAssignment(id);
        return `${title} is deleted.`;
      }
      const { returned } = await returnAll(id);
      return returned === 1 ? 'Returned to 1 student.' : `Returned to ${returned} students.`;
    },
    onSuccess: async (said, what) => {
      setQuestion(null);
      notifySuccess(said);
      if (what === 'delete') await navigate({ to: `/${area}/assignments` });
      await refreshAssignments(client);
    },
    onError: (error) => {
      setQuestion(null);
      sayFailure(error);
    },
  });
  return (
    <div className={classes['actions']}>
      <Button variant="subtle" leftSection={<IconPencil {...icon} />} onClick={onEdit}>
        Edit
      </Button>
      {handedIn === 0 ? (
        <Button
          variant="subtle"
          color="brick"
          leftSection={<IconTrash {...icon} />}
          onClick={() => ask('delete')}
        >
          Delete
        </Button>
      ) : (
        <Button
          variant="light"
          leftSection={<IconDownload {...icon} />}
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          {download.isPending ? 'Downloading...' : 'Download all'}
        </Button>
      )}
      {toReturn > 0 && (
        <Button leftSection={<IconSend {...icon} />} onClick={() => ask('return')}>
          {`Return ${toReturn} marked`}
        </Button>
      )}
      <ConfirmDialog
        opened={question !== null}
        onClose={() => setQuestion(null)}
        title={asked === 'delete' ? 'Delete this assignment?' : 'Return what is marked?'}
        confirmLabel={asked === 'delete' ? 'Delete' : 'Return'}
        busy={act.isPending}
        onConfirm={() => act.mutate(asked)}
      >
        {asked === 'delete'
          ? 'Nobody has handed in anything yet. Students will not see it any more.'
          : 'These students see their marks and your comment, and can hand in nothing more until you reopen their work.'}
      </ConfirmDialog>
    </div>
  );
};
