import {
  type AssignmentFile,
  assignments,
  handIns,
  type ManagedAssignment,
  sizeInWords,
} from '@campus/contract';
import { IconClipboardText } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayCall } from '../../../lib/may-call.tsx';
import { isMissing } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import { fileStorageQuery } from '../../../lib/file-storage.ts';
import { useTimeOnCampus } from '../../../lib/campus.ts';
import { addedInWords } from '../../../lib/instant.ts';
import { refresh, useReply } from '../../../lib/query.ts';
import { coversAllSections, withSection } from '../../../lib/subject-label.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, Page, PageHead } from '../../../ui/page.tsx';
import { ConfirmDialog, useConfirm } from '../../../ui/actions.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { fieldLabels, minuteInWords } from '../assignment-labels.ts';
import { assignmentPaths, formOf, saveAttachment } from '../assignments.api.ts';
import { FileList } from '../files/file-list.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { TermClosedNotice, useFrozen } from '../term-closed.tsx';
import { AssignmentActions } from './assignment-actions.tsx';
import { type LoadedAssignment, StudentsCard } from './students-card.tsx';
import classes from '../assignments.module.css';

/** The files attached to an assignment: added at once, removed after a question. */
const Attachments = ({ assignment }: { readonly assignment: ManagedAssignment }) => {
  const client = useQueryClient();
  const params = { assignmentId: assignment.id };
  const frozen = useFrozen(assignment);
  const may = useMayCall()(assignments.removeAttachment);
  const changes = may && coversAllSections(assignment) && !frozen;
  const space = useQuery(fileStorageQuery(assignment.id)).data?.assignment;
  const [problem, setProblem] = useState('');
  const add = useMutation({
    mutationFn: (files: readonly File[]) =>
      call(assignments.addAttachments, {
        params,
        form: formOf({}, files),
        onProgress: () => undefined,
      }),
    onSuccess: () => refresh(client, ...assignmentPaths),
    onError: (error) => setProblem(errorText(error, 'The files could not be added.')),
  });
  const removal = useConfirm({
    run: ({ id }: AssignmentFile) =>
      call(assignments.removeAttachment, { params: { ...params, fileId: id } }),
    refreshes: assignmentPaths,
    failed: 'The file could not be removed.',
  });
  return (
    <div className={classes['files']}>
      <FileList
        label="Files"
        files={assignment.attachments}
        onSave={(file) => saveAttachment(assignment.id, file)}
        {...(changes && { onRemove: removal.ask })}
      />
      {changes && (
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
      )}
      {space && (
        <p className={classes['muted']}>
          {`Hand-ins and these files have ${sizeInWords(space.used)} of ${sizeInWords(space.limit)}.`}
        </p>
      )}
      <ConfirmDialog {...removal.dialog} title="Remove this file?" confirmLabel="Remove">
        {`Students will not see “${removal.about?.name ?? ''}” any more.`}
      </ConfirmDialog>
    </div>
  );
};

const valueInWords = (field: string, value: string): string =>
  field === 'deadline' ? minuteInWords(value) : `“${value}”`;

const Changes = ({ changes }: Pick<LoadedAssignment, 'changes'>) => {
  const formatTime = useTimeOnCampus();
  return (
    <Card title="Changes" flush>
      <ul className={classes['lines']}>
        {changes.map(({ id, field, from, to, changedBy, changedAt }) => (
          <li key={id}>
            <span>
              {field === 'description'
                ? 'Description changed'
                : `${fieldLabels[field]}: ${valueInWords(field, from)} became ${valueInWords(field, to)}`}
            </span>
            <span className={classes['muted']}>{`${changedBy}, ${formatTime(changedAt)}`}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const Managed = ({ loaded }: { readonly loaded: LoadedAssignment }) => {
  const { role } = usePerson();
  const { assignment, added, changes } = loaded;
  const frozen = useFrozen(assignment);
  return (
    <Page
      title={assignment.title}
      line={
        <>
          <Link to={`/${role}/assignments`}>All Assignments</Link>
          {' · '}
          <SubjectLink {...assignment} id={assignment.subjectId} />
          {`${withSection('', assignment.sections?.join(', ') ?? null)} · until ${minuteInWords(assignment.deadlineOnCampus)}${
            assignment.past ? ' (passed)' : ''
          } · out of ${assignment.grade}${addedInWords(added)}`}
        </>
      }
      stacked
      actions={<AssignmentActions assignment={assignment} />}
    >
      {frozen && <TermClosedNotice />}
      <StudentsCard loaded={loaded} />
      <Card title="What to do">
        <p className={classes['prose']}>{assignment.description}</p>
        <p className={classes['muted']}>
          {assignment.acceptLate
            ? 'Late work is accepted and marked as late.'
            : 'Late work is not accepted.'}
        </p>
        <Attachments assignment={assignment} />
      </Card>
      {changes.length > 0 && <Changes changes={changes} />}
    </Page>
  );
};

/** One assignment: who has handed in, who has not, and the marks. */
export default function AssignmentPage() {
  const { role } = usePerson();
  const { assignmentId = '' } = useParams({ strict: false });
  const one = useReply(handIns.readAssignment, { params: { assignmentId }, staleTime: 0 });
  return (
    <>
      {(one.data === undefined || isMissing(one.error)) && <PageHead title="Assignment" />}
      <Loaded
        query={one}
        what="students"
        failed="The assignment could not be loaded."
        rows={8}
        columns={4}
        card
        missing={{
          icon: IconClipboardText,
          text: 'There is no such assignment',
          action: <Link to={`/${role}/assignments`}>All Assignments</Link>,
        }}
      >
        {(loaded) => <Managed loaded={loaded} />}
      </Loaded>
    </>
  );
}
