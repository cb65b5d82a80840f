import { type HandIn, type HandInMarkChange, handIns } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { useForm } from '../../../lib/use-form.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { CardColumns } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { Form } from '../../../ui/form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { fieldLabels } from '../assignment-labels.ts';
import { assignmentPaths, workQuery } from '../assignments.api.ts';
import { StateBadge } from '../state-badge.tsx';
import { Versions } from './versions.tsx';
import assignmentClasses from '../assignments.module.css';
import classes from './work.module.css';

const failed = 'This could not be saved. Please try again.';

const done = {
  return: 'The work is returned.',
  reopen: 'The work is reopened: the student can hand in again.',
} as const;

/** Marks and comment for the newest version, and whether the student sees them. */
const MarkForm = ({ work }: { readonly work: HandIn }) => {
  const { assignment, versions, markedVersion, state } = work;
  const returns = useRef(false);
  const version = versions[0]?.version ?? 0;
  const params = { assignmentId: assignment.id, email: work.studentEmail };
  const act = useAction({
    run: (what: keyof typeof done) =>
      call(what === 'return' ? handIns.returnHandIn : handIns.reopenHandIn, { params }),
    done: (_, what) => done[what],
    failed,
    refreshes: assignmentPaths,
  });
  const form = useForm({
    opened: { marks: work.marks === null ? '' : String(work.marks), comment: work.comment },
    version: work.marksVersion,
    versionOf: ({ marksVersion }: HandIn) => marksVersion,
    check: ({ marks }) => ({
      marks:
        !/^\d+$/.test(marks.trim()) && `Marks must be a whole number from 0 to ${assignment.grade}`,
    }),
    send: ({ marks, comment }, { version: seen }) =>
      call(handIns.markHandIn, {
        params,
        body: { version, marks: Number(marks), comment },
        seen,
      }),
    onStored: () =>
      returns.current ? act.mutateAsync('return') : notifySuccess('The marks are saved.'),
    refreshes: assignmentPaths,
    failed,
  });
  const busy = form.busy || act.isPending;
  const returned = state === 'returned';
  return (
    <Card title="Marks">
      <Form
        {...form.props}
        busy={busy}
        labels={fieldLabels}
        lead={
          <>
            {markedVersion !== null && markedVersion !== version && (
              <p className={classes['note']}>
                {`These marks are for version ${markedVersion}. Look at the new one, then save them again.`}
              </p>
            )}
            {returned && <p className={classes['note']}>The student sees these marks.</p>}
            {work.reopened && (
              <p className={classes['note']}>Reopened: the student can hand in again.</p>
            )}
          </>
        }
        foot={
          <div className={classes['buttons']}>
            <Button
              type="submit"
              variant={returned ? 'filled' : 'light'}
              disabled={busy}
              onClick={() => (returns.current = false)}
            >
              Save Marks
            </Button>
            {returned ? (
              <Button variant="default" disabled={busy} onClick={() => act.mutate('reopen')}>
                Reopen
              </Button>
            ) : (
              <Button type="submit" disabled={busy} onClick={() => (returns.current = true)}>
                Save and return
              </Button>
            )}
          </div>
        }
      >
        <WholeNumberField
          label={`Marks out of ${assignment.grade}`}
          min={0}
          max={assignment.grade}
          required
          {...form.textOf('marks')}
        />
        <TextAreaField label="Comment" rows={4} {...form.field('comment')} />
      </Form>
    </Card>
  );
};

const inWords = ({ event, marks, version }: HandInMarkChange): string => {
  if (event === 'returned') return `Returned with ${marks} marks`;
  return event === 'reopened' ? 'Reopened' : `${marks} marks for version ${version}`;
};

/** What became of a student's marks, the latest first. */
const MarksHistory = ({ history }: Pick<HandIn, 'history'>) => (
  <Card title="History of the marks" flush>
    <ol className={assignmentClasses['lines']} aria-label="History of the marks, the latest first">
      {history.map((change) => (
        <li key={change.id}>
          <span>{inWords(change)}</span>
          {change.event === 'marked' && change.comment !== '' && (
            <span className={assignmentClasses['prose']}>{`“${change.comment}”`}</span>
          )}
          <span className={assignmentClasses['muted']}>
            {`${change.changedBy}, ${timeOfInstant(change.changedAt)}`}
          </span>
        </li>
      ))}
    </ol>
  </Card>
);

const Work = ({ work }: { readonly work: HandIn }) => (
  <CardColumns side={360} at="right" stackedTo={900}>
    <Card title="Work">
      {work.versions.length === 0 ? (
        <EmptyState icon={IconInbox} text="This student has not handed in anything yet." />
      ) : (
        <Versions versions={work.versions} />
      )}
    </Card>
    {work.versions.length > 0 && (
      <div className={assignmentClasses['stack']}>
        <MarkForm key={`${work.studentEmail} ${work.versions[0]?.version}`} work={work} />
        {work.history.length > 0 && <MarksHistory history={work.history} />}
      </div>
    )}
  </CardColumns>
);

/** One student's work on an assignment, to be marked. */
export default function WorkPage() {
  const { role } = usePerson();
  const { assignmentId = '', studentEmail = '' } = useParams({ strict: false });
  const work = useQuery(workQuery({ assignmentId, email: studentEmail }));
  return (
    <>
      <PageHead
        title={work.data?.studentName ?? 'Work'}
        line={
          work.data && (
            <span className={assignmentClasses['line']}>
              {`${work.data.assignment.title} · ${subjectLabel(work.data.assignment)}`}
              <StateBadge state={work.data.state} late={work.data.versions[0]?.late ?? false} />
            </span>
          )
        }
      />
      <BackLink to={`/${role}/assignments/${assignmentId}`}>
        {work.data?.assignment.title ?? 'Back to the assignment'}
      </BackLink>
      <Loaded query={work} what="work" rows={5} columns={2} card>
        {(data) => <Work work={data} />}
      </Loaded>
    </>
  );
}
