import { assignments, handIns, type ManagedAssignment } from '@campus/contract';
import { IconDownload, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { countOf } from '../../../lib/count.ts';
import { call } from '../../../lib/call.ts';
import { saveFile } from '../../../lib/save-download.ts';
import { DialogForm, useForm } from '../../../ui/form.tsx';
import { coversAllSections } from '../../../lib/subject-label.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { ActionButton, DialogButton, QuestionButton } from '../../../ui/actions.tsx';
import { AssignmentFields } from '../assignment-fields.tsx';
import { fieldLabels } from '../assignment-labels.ts';
import { changedOf, missingOf, valuesOf } from '../assignment-values.ts';
import { assignmentPaths } from '../assignments.api.ts';
import classes from '../assignments.module.css';

/** Edits an assignment. */
const EditForm = ({ assignment }: { readonly assignment: ManagedAssignment }) => {
  const form = useForm({
    keptAs: `assignment ${assignment.id}`,
    opened: valuesOf(assignment),
    version: assignment.version,
    check: missingOf,
    send: (values, { opened, version }) => {
      const { grade, acceptLate, ...texts } = changedOf(values, opened);
      return call(assignments.changeAssignment, {
        params: { assignmentId: assignment.id },
        body: {
          ...texts,
          ...(grade !== undefined && { grade: Number(grade) }),
          ...(acceptLate !== undefined && { acceptLate: acceptLate === 'yes' }),
        },
        seen: version,
      });
    },
    done: ({ title }) => `${title} is saved.`,
    refreshes: assignmentPaths,
    failed: 'The assignment could not be saved. Please try again.',
  });
  return (
    <DialogForm {...form.props} labels={fieldLabels} action="Save">
      <AssignmentFields fields={form} />
    </DialogForm>
  );
};

const failed = 'This could not be done. Please try again.';

/** Actions on an assignment as a whole. */
export const AssignmentActions = ({ assignment }: { readonly assignment: ManagedAssignment }) => {
  const { id, title, handedIn, toReturn } = assignment;
  const params = { assignmentId: id };
  const { role } = usePerson();
  const navigate = useNavigate();
  const download = async (): Promise<void> =>
    saveFile((await call(handIns.downloadHandIns, { params })) as Blob, `${title}.zip`);
  return (
    <div className={classes['actions']}>
      {coversAllSections(assignment) && (
        <DialogButton
          needs={assignments.changeAssignment}
          variant="subtle"
          icon={IconPencil}
          label="Edit"
          title="Edit Assignment"
        >
          <EditForm assignment={assignment} />
        </DialogButton>
      )}
      {handedIn > 0 ? (
        <ActionButton
          variant="light"
          icon={IconDownload}
          label="Download all"
          busyLabel="Downloading..."
          run={download}
          failed={failed}
        />
      ) : (
        coversAllSections(assignment) && (
          <QuestionButton
            needs={assignments.deleteAssignment}
            variant="subtle"
            color="brick"
            icon={IconTrash}
            label="Delete"
            title="Delete this assignment?"
            act={{
              run: () => call(assignments.deleteAssignment, { params }),
              done: () => `${title} is deleted.`,
              failed,
              onDone: () => navigate({ to: `/${role}/assignments` }),
              refreshes: assignmentPaths,
            }}
          >
            Nobody has handed in anything yet. Students will not see it any more.
          </QuestionButton>
        )
      )}
      {toReturn > 0 && (
        <QuestionButton
          needs={handIns.returnAll}
          icon={IconSend}
          label={`Return ${toReturn} marked`}
          title="Return all marked work?"
          confirmLabel="Return"
          act={{
            run: () => call(handIns.returnAll, { params }),
            done: ({ returned }) => `Returned to ${countOf(returned, 'student')}.`,
            failed,
            refreshes: assignmentPaths,
          }}
        >
          These students see their marks and your comment, and can hand in nothing more until you
          reopen their work.
        </QuestionButton>
      )}
    </div>
  );
};
