import { handedInTooOften, type HandIn, handIns } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isMissing } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { errorText } from '../../../lib/error-text.ts';
import type { Draft } from '../../../lib/field-values.ts';
import { CardForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, CardStack, Page } from '../../../ui/page.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { deadlineInWords, minuteInWords } from '../assignment-labels.ts';
import { assignmentPaths, formOf, saveAttachment, workQuery } from '../assignments.api.ts';
import { FileList } from '../files/file-list.tsx';
import { FilePicker, useFiles } from '../files/file-picker.tsx';
import { StateBadge } from '../state-badge.tsx';
import { Versions } from '../work/versions.tsx';
import assignmentClasses from '../assignments.module.css';
import classes from '../work/work.module.css';

/** Text and files to hand in; starts from the text and files of a former version, if there is one. */
const HandInForm = ({ work }: { readonly work: HandIn }) => {
  const { assignment, handingIn } = work;
  const [former] = work.versions;
  const { files, picker, clear, onRefused, transfer, renderTransfer } = useFiles();
  const formerFiles = former?.files ?? [];
  const keptIn = (now: Draft) =>
    formerFiles.map(({ id }) => id).filter((id) => now[`keep ${id}`] === 'yes');
  const { values, fieldProps, checkboxProps, busy, props } = useForm<Draft, unknown>({
    draftKey: `hand-in ${assignment.id}`,
    initial: {
      text: former?.text ?? '',
      ...Object.fromEntries(formerFiles.map(({ id }) => [`keep ${id}`, 'yes'])),
    },
    check: (typed) => ({
      text:
        typed['text']?.trim() === '' &&
        files.length + keptIn(typed).length === 0 &&
        'Write a text or choose a file to hand in.',
    }),
    send: (typed) =>
      call(handIns.handItIn, {
        params: { assignmentId: assignment.id, email: work.studentEmail },
        form: formOf({ text: typed['text'] ?? '', keep: keptIn(typed).join(',') }, files),
        ...transfer(),
      }),
    done: () => `${assignment.title} is handed in.`,
    onStored: clear,
    refreshes: assignmentPaths,
    failed: 'This could not be handed in. Please try again.',
    onRefused,
  });
  return (
    <>
      <CardForm
        {...props}
        above={
          handingIn === 'late' && (
            <p className={classes['note']}>
              The deadline has passed. What you hand in now is marked as late.
            </p>
          )
        }
        action="Hand in"
        busyAction="Handing in..."
      >
        <TextAreaField label="Your text" rows={5} {...fieldProps('text')} />
        {formerFiles.map(({ id, name }) => (
          <Checkbox key={id} label={`Keep ${name}`} {...checkboxProps(`keep ${id}`)} />
        ))}
        <FilePicker
          label="Files"
          assignmentId={assignment.id}
          others={keptIn(values).length}
          disabled={busy}
          {...picker}
        />
      </CardForm>
      {renderTransfer(busy, 'Handing in...')}
    </>
  );
};

/** Why nothing can be handed in; null when something can. */
const closedReason = ({ handingIn, assignment }: HandIn): string | null => {
  switch (handingIn) {
    case 'returned':
      return assignment.termClosed
        ? 'Your work has been returned, and the term of this subject is closed. Nothing more can be handed in.'
        : 'Your work has been returned. Ask your teacher to reopen it if you want to hand in again.';
    case 'tooLate':
      return `The deadline passed on ${minuteInWords(assignment.deadlineOnCampus)}. Nothing more can be handed in.`;
    case 'termClosed':
      return 'The term of this subject is closed. Nothing more can be handed in.';
    case 'tooOften':
      return handedInTooOften;
    case 'notEnrolled':
      return 'You are not enrolled in this subject any more.';
    default:
      return null;
  }
};

const Returned = ({ work }: { readonly work: HandIn }) => (
  <Card title="Marks">
    <p className={classes['marks']}>
      <b>{work.marks}</b>
      {` of ${work.assignment.grade}`}
    </p>
    <p className={assignmentClasses['prose']}>{work.comment || 'No comment.'}</p>
  </Card>
);

const OwnWork = ({ work }: { readonly work: HandIn }) => {
  const { assignment } = work;
  const closed = closedReason(work);
  return (
    <CardStack narrow>
      {work.state === 'returned' && <Returned work={work} />}
      <Card title="What to do">
        <p className={assignmentClasses['prose']}>{assignment.description}</p>
        <div className={assignmentClasses['files']}>
          <FileList
            label="Files of the assignment"
            files={assignment.attachments}
            onSave={(file) => saveAttachment(assignment.id, file)}
          />
        </div>
      </Card>
      {work.versions.length > 0 && (
        <Card title="Your work">
          <Versions versions={work.versions} />
        </Card>
      )}
      {closed === null ? (
        <Card title={work.versions[0] ? 'Hand in again' : 'Hand in'}>
          <HandInForm key={work.versions[0]?.version ?? 0} work={work} />
        </Card>
      ) : (
        <p className={classes['note']}>{closed}</p>
      )}
    </CardStack>
  );
};

/** One assignment for its student: the task, what was handed in, and what was returned. */
export default function OwnWorkPage() {
  const { email } = usePerson();
  const { assignmentId = '' } = useParams({ strict: false });
  const work = useQuery(workQuery({ assignmentId, email }));
  const shown = isMissing(work.error) ? undefined : work.data;
  return (
    <Page
      title={shown?.assignment.title ?? 'Assignment'}
      line={
        <span className={assignmentClasses['line']}>
          <span>
            <Link to="/student/assignments">All Assignments</Link>
            {shown && (
              <>
                {' · '}
                <SubjectLink {...shown.assignment} id={shown.assignment.subjectId} />
                {` · until ${deadlineInWords(shown.assignment, shown.extended)} · out of ${shown.assignment.grade}`}
              </>
            )}
          </span>
          {shown && <StateBadge state={shown.state} late={shown.versions[0]?.late ?? false} />}
        </span>
      }
    >
      <Loaded
        query={work}
        what="assignment"
        rows={5}
        columns={2}
        card
        missing={{
          icon: IconClipboardText,
          text: errorText(work.error, 'There is no such assignment.'),
        }}
      >
        {(data) => <OwnWork work={data} />}
      </Loaded>
    </Page>
  );
}
