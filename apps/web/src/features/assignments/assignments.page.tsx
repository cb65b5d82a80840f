import { assignments, exams, type ExamSubject } from '@campus/contract';
import { useMayCall } from '../../lib/may-call.tsx';
import { call } from '../../lib/call.ts';
import { useReply } from '../../lib/query.ts';
import { coversAllSections, subjectChoices } from '../../lib/subject-label.ts';
import { CardForm } from '../../ui/form.tsx';
import { useForm } from '../../ui/use-form.ts';
import { Card, CardColumns, Page } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NoSubjects } from '../../ui/term-subject-filter.tsx';
import { AssignmentFields } from './assignment-fields.tsx';
import { AssignmentList } from './assignment-list.tsx';
import { blankValues, missingOf } from './assignment-values.ts';
import { assignmentPaths, formOf } from './assignments.api.ts';
import { FilePicker, useFiles } from './files/file-picker.tsx';

const AddAssignment = ({ subjects }: { readonly subjects: readonly ExamSubject[] }) => {
  const { files, picker, clear, onRefused, transfer, renderTransfer } = useFiles();
  const only = subjects.length === 1 ? (subjects[0]?.id ?? '') : '';
  const form = useForm({
    draftKey: 'assignment',
    initial: { ...blankValues, subjectId: only },
    check: missingOf,
    send: ({ acceptLate, ...values }) =>
      call(assignments.createAssignment, {
        form: formOf({ ...values, acceptLate: String(acceptLate === 'yes') }, files),
        ...transfer(),
      }),
    clears: true,
    done: ({ title }) => `${title} is added.`,
    onStored: clear,
    refreshes: assignmentPaths,
    failed: 'The assignment could not be added. Please try again.',
    onRefused,
  });
  return (
    <Card title="New Assignment">
      <CardForm {...form.props} action="Add Assignment" busyAction="Adding...">
        <SelectField
          label="Subject"
          required
          data={subjectChoices(subjects, 'Choose a subject')}
          {...form.fieldProps('subjectId')}
        />
        <AssignmentFields fields={form} />
        <FilePicker label="Files" disabled={form.busy} {...picker} />
      </CardForm>
      {renderTransfer(form.busy, 'Adding...')}
    </Card>
  );
};

/** The assignments of a teacher's subjects; for an administrator, all of them. */
export default function AssignmentsPage() {
  const query = useReply(exams.listExamSubjects, { query: {} });
  const may = useMayCall()(assignments.createAssignment);
  return (
    <Page title="Assignments">
      <Loaded query={query} what="assignments" rows={6} columns={4} card>
        {(all) => {
          const subjects = all.filter(coversAllSections);
          const mayAdd = may && subjects.length > 0;
          return (
            <CardColumns at="right">
              <AssignmentList mayAdd={mayAdd} />
              {mayAdd && <AddAssignment subjects={subjects} />}
              {may && !mayAdd && (
                <Card title="New Assignment">
                  <NoSubjects sections={all.length > 0} />
                </Card>
              )}
            </CardColumns>
          );
        }}
      </Loaded>
    </Page>
  );
}
