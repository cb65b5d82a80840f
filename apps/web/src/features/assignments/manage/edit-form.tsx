import { assignments, type ManagedAssignment } from '@campus/contract';
import { call } from '../../../lib/call.ts';
import { useForm } from '../../../lib/use-form.ts';
import { DialogForm } from '../../../ui/form.tsx';
import { AssignmentFields } from '../assignment-fields.tsx';
import { changedOf, missingOf, valuesOf } from '../assignment-values.ts';
import { assignmentPaths } from '../assignments.api.ts';
import { fieldLabels } from '../assignment-labels.ts';

/** Another title, description, grade or deadline of an assignment. */
export const EditForm = ({ assignment }: { readonly assignment: ManagedAssignment }) => {
  const form = useForm({
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
