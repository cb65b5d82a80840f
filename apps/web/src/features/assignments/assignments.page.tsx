import type { ExamSubject } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '../../lib/error-text.ts';
import { subjectLabel } from '../../lib/subject-label.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { useSession } from '../../lib/use-session.ts';
import { Banner } from '../../ui/banner.tsx';
import { CardColumns } from '../../ui/card-layout.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { notifySuccess } from '../../ui/toasts.tsx';
import { UntilLoaded } from '../../ui/until-loaded.tsx';
import { AssignmentFields } from './assignment-fields.tsx';
import { AssignmentList } from './assignment-list.tsx';
import { type AssignmentValues, blankValues, missingOf } from './assignment-values.ts';
import { createAssignment, formOf, refreshAssignments, subjectsQuery } from './assignments.api.ts';
import { FilePicker } from './files/file-picker.tsx';
import classes from './assignments.module.css';

/** A new assignment for one of the subjects. */
const AddAssignment = ({ subjects }: { readonly subjects: readonly ExamSubject[] }) => {
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const [acceptLate, setAcceptLate] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fileProblem, setFileProblem] = useState('');
  const add = useMutation({
    mutationFn: (values: AssignmentValues) =>
      createAssignment(formOf({ ...values, acceptLate: String(acceptLate) }, files)),
    onSuccess: async ({ title }) => {
      notifySuccess(`${title} is added.`);
      clear();
      setAcceptLate(false);
      setFiles([]);
      await refreshAssignments(client);
    },
    onError: (error) => {
      const { files: ofFiles } = fieldErrors(error);
      const said = refuseBy(error, 'The assignment could not be added. Please try again.');
      setFileProblem(ofFiles ?? '');
      setProblem(ofFiles === undefined ? said : '');
    },
  });
  const busy = add.isPending;
  const only = subjects.length === 1 ? (subjects[0]?.id ?? '') : '';
  const fields = useFormFields<AssignmentValues>({ ...blankValues, subjectId: only }, busy);
  const { form, values, field, refuse, refuseBy, clear } = fields;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const missing = missingOf(values);
    if (Object.keys(missing).length > 0) refuse(missing);
    else add.mutate(values);
  };
  return (
    <Card title="New Assignment">
      <form ref={form} noValidate onSubmit={submit}>
        {problem && (
          <div className={classes['above']}>
            <Banner kind="error">{problem}</Banner>
          </div>
        )}
        <fieldset disabled={busy} className={classes['fields']}>
          <SelectField
            label="Subject"
            required
            data={[
              { value: '', label: 'Choose a subject' },
              ...subjects.map((subject) => ({ value: subject.id, label: subjectLabel(subject) })),
            ]}
            {...field('subjectId')}
          />
          <AssignmentFields fields={fields} acceptLate={acceptLate} onAcceptLate={setAcceptLate} />
          <FilePicker
            label="Files"
            files={files}
            disabled={busy}
            error={fileProblem}
            onChange={(chosen, why) => {
              setFiles(chosen);
              setFileProblem(why);
            }}
          />
        </fieldset>
        <Button type="submit" className={classes['submit'] ?? ''} disabled={busy} fullWidth>
          {busy ? 'Adding...' : 'Add Assignment'}
        </Button>
      </form>
    </Card>
  );
};

const Assignments = ({ area }: { readonly area: 'admin' | 'teacher' }) => {
  const subjects = useQuery(subjectsQuery());
  if (!subjects.data)
    return (
      <Card>
        <UntilLoaded
          query={subjects}
          loading="Loading assignments..."
          failed="The assignments could not be loaded."
        >
          <SkeletonRows rows={6} columns={4} />
        </UntilLoaded>
      </Card>
    );
  return (
    <CardColumns side={380} stackedTo={1080}>
      {subjects.data.length === 0 ? (
        <Card title="New Assignment">
          <EmptyState
            icon={IconBooks}
            text={
              area === 'teacher'
                ? 'No subjects assigned to you'
                : 'The open term has no subjects yet'
            }
          />
        </Card>
      ) : (
        <AddAssignment subjects={subjects.data} />
      )}
      <AssignmentList area={area} />
    </CardColumns>
  );
};

/** The assignments of a teacher's subjects, or of all for an administrator. */
export default function AssignmentsPage() {
  const role = useSession()?.role;
  return (
    <>
      <PageHead title="Assignments" />
      {(role === 'admin' || role === 'teacher') && <Assignments area={role} />}
    </>
  );
}
