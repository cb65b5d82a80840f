import type { ManagedAssignment } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useAction, useQuestion } from '../../../ui/use-action.ts';
import { deleteAssignment, refreshAssignments, returnAll, saveAll } from '../assignments.api.ts';
import classes from '../assignments.module.css';

interface ActionsProps {
  readonly area: 'admin' | 'teacher';
  readonly assignment: ManagedAssignment;
  readonly onEdit: () => void;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const failed = 'This could not be done. Please try again.';

/** What can be done with an assignment as a whole. */
export const AssignmentActions = ({ area, assignment, onEdit }: ActionsProps) => {
  const { id, title, handedIn, toReturn } = assignment;
  const client = useQueryClient();
  const navigate = useNavigate();
  const download = useAction({ run: () => saveAll(id, title), failed });
  const question = useQuestion({
    run: async (what: 'return' | 'delete'): Promise<string> => {
      if (what === 'delete') {
        await deleteAssignment(id);
        return `${title} is deleted.`;
      }
      const { returned } = await returnAll(id);
      return returned === 1 ? 'Returned to 1 student.' : `Returned to ${returned} students.`;
    },
    done: (said) => said,
    failed,
    onDone: async (_, what) => {
      if (what === 'delete') await navigate({ to: `/${area}/assignments` });
      await refreshAssignments(client);
    },
  });
  const { asked, ask } = question;
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
        {...question.dialog}
        title={asked === 'delete' ? 'Delete this assignment?' : 'Return what is marked?'}
        confirmLabel={asked === 'delete' ? 'Delete' : 'Return'}
      >
        {asked === 'delete'
          ? 'Nobody has handed in anything yet. Students will not see it any more.'
          : 'These students see their marks and your comment, and can hand in nothing more until you reopen their work.'}
      </ConfirmDialog>
    </div>
  );
};
