import { assignments, handIns, type ManagedAssignment } from '@campus/contract';
import { IconDownload, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { call } from '../../../lib/call.ts';
import { saveFile } from '../../../lib/save-download.ts';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { coversAllSections } from '../../../lib/subject-label.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { ActionButton, DialogButton, ConfirmButton } from '../../../ui/actions.tsx';
import { AssignmentFields } from '../assignment-fields.tsx';
import { fieldLabels } from '../assignment-labels.ts';
import { changedOf, missingOf, valuesOf } from '../assignment-values.ts';
import { assignmentPaths } from '../assignments.api.ts';
import { useFrozen } from '../term-closed.tsx';
import { ButtonRow } from '../../../ui/page.tsx';

const EditForm = ({ assignment }: { readonly assignment: ManagedAssignment }) => {
  const form = useForm({
    draftKey: `assignment ${assignment.id}`,
    initial: valuesOf(assignment),
    version: assignment.version,
    check: missingOf,
    send: (values, { initial, version }) => {
      const { grade, acceptLate, ...texts } = changedOf(values, initial);
      return call(assignments.changeAssignment, {
        params: { assignmentId: assignment.id },
        body: {
          ...texts,
          ...(grade !== undefined && { grade: Number(grade) }),
          ...(acceptLate !== undefined && { acceptLate: acceptLate === 'yes' }),
        },
        ifMatch: version,
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

export const AssignmentActions = ({ assignment }: { readonly assignment: ManagedAssignment }) => {
  const { id, title, handedIn, toReturn } = assignment;
  const params = { assignmentId: id };
  const frozen = useFrozen(assignment);
  const editable = coversAllSections(assignment) && !frozen;
  const { role } = usePerson();
  const navigate = useNavigate();
  const download = async (): Promise<void> =>
    saveFile((await call(handIns.downloadHandIns, { params })) as Blob, `${title}.zip`);
  return (
    <ButtonRow>
      {editable && (
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
        editable && (
          <ConfirmButton
            needs={assignments.deleteAssignment}
            variant="subtle"
            color="brick"
            icon={IconTrash}
            label="Delete"
            title="Delete this assignment?"
            action={{
              run: () => call(assignments.deleteAssignment, { params }),
              done: () => `${title} is deleted.`,
              failed,
              onDone: () => navigate({ to: `/${role}/assignments` }),
              refreshes: assignmentPaths,
            }}
          >
            Nobody has handed in anything yet. Students will not see it any more.
          </ConfirmButton>
        )
      )}
      {toReturn > 0 && !frozen && (
        <ConfirmButton
          needs={handIns.returnAll}
          icon={IconSend}
          label={`Return ${formatCount(toReturn)} marked`}
          title="Return all marked work?"
          confirmLabel="Return"
          action={{
            run: () => call(handIns.returnAll, { params }),
            done: ({ returned }) => `Returned to ${pluralize(returned, 'student')}.`,
            failed,
            refreshes: assignmentPaths,
          }}
        >
          These students see their marks and your comment, and can hand in nothing more until you
          reopen their work.
        </ConfirmButton>
      )}
    </ButtonRow>
  );
};
