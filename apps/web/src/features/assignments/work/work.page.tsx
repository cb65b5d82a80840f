import { type HandIn, type HandInMarkChange, handIns, type RecordChange } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { isConflict } from '../../../lib/call-error.ts';
import { call } from '../../../lib/call.ts';
import { conflictOf } from '../../../lib/conflict-of.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { subjectLabel } from '../../../lib/subject-label.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { CardColumns } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordConflict } from '../../../ui/record-conflict.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { fieldLabels } from '../assignment-labels.ts';
import { refreshAssignments, workQuery } from '../assignments.api.ts';
import { StateBadge } from '../state-badge.tsx';
import { Versions } from './versions.tsx';
import assignmentClasses from '../assignments.module.css';
import classes from './work.module.css';

type What = 'save' | 'return' | 'reopen';

const done: Readonly<Record<What, string>> = {
  save: 'The marks are saved.',
  return: 'The work is returned.',
  reopen: 'The work is reopened: the student can hand in again.',
};

/** Marks and comment for the newest version, and whether the student sees them. */
const MarkForm = ({ work }: { readonly work: HandIn }) => {
  const { assignment, versions, markedVersion, state } = work;
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const [marksVersion, setMarksVersion] = useState(work.marksVersion);
  const [conflict, setConflict] = useState<readonly RecordChange[]>([]);
  const version = versions[0]?.version ?? 0;
  const params = { assignmentId: assignment.id, email: work.studentEmail };
  const act = useMutation({
    mutationFn: async (what: What): Promise<HandIn> => {
      if (what === 'reopen') return call(handIns.reopenHandIn, { params });
      const { marks, comment } = values;
      const saved = await call(handIns.markHandIn, {
        params,
        body: { version, marks: Number(marks), comment },
        seen: marksVersion,
      });
      setMarksVersion(saved.marksVersion);
      setConflict([]);
      return what === 'return' ? call(handIns.returnHandIn, { params }) : saved;
    },
    onSuccess: async (stored, what) => {
      setMarksVersion(stored.marksVersion);
      notifySuccess(done[what]);
      await refreshAssignments(client);
    },
    onError: (error) => {
      const changes = conflictOf(error);
      if (changes[0]) {
        setMarksVersion(changes[0].version);
        setConflict(changes);
        void refreshAssignments(client);
        return;
      }
      setProblem(refuseBy(error, 'This could not be saved. Please try again.'));
      if (isConflict(error)) void refreshAssignments(client);
    },
  });
  const busy = act.isPending;
  const { form, values, field, textOf, refuse, refuseBy } = useFormFields(
    { marks: work.marks === null ? '' : String(work.marks), comment: work.comment },
    busy,
  );
  const run = (what: What): void => {
    if (busy) return;
    setProblem('');
    if (what !== 'reopen' && !/^\d+$/.test(values.marks.trim()))
      refuse({ marks: `Marks must be a whole number from 0 to ${assignment.grade}` });
    else act.mutate(what);
  };
  const returned = state === 'returned';
  return (
    <Card title="Marks">
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          run('save');
        }}
      >
        {conflict.length > 0 && !busy && (
          <div className={assignmentClasses['above']}>
            <RecordConflict changes={conflict} labels={fieldLabels} />
          </div>
        )}
        {problem && (
          <div className={assignmentClasses['above']}>
            <Banner kind="error">{problem}</Banner>
          </div>
        )}
        {markedVersion !== null && markedVersion !== version && (
          <p className={classes['note']}>
            {`These marks are for version ${markedVersion}. Look at the new one, then save them again.`}
          </p>
        )}
        {returned && <p className={classes['note']}>The student sees these marks.</p>}
        {work.reopened && (
          <p className={classes['note']}>Reopened: the student can hand in again.</p>
        )}
        <fieldset disabled={busy} className={assignmentClasses['fields']}>
          <WholeNumberField
            label={`Marks out of ${assignment.grade}`}
            min={0}
            max={assignment.grade}
            required
            {...textOf('marks')}
          />
          <TextAreaField label="Comment" rows={4} {...field('comment')} />
        </fieldset>
        <div className={classes['buttons']}>
          <Button type="submit" variant={returned ? 'filled' : 'light'} disabled={busy}>
            Save Marks
          </Button>
          {returned ? (
            <Button variant="default" disabled={busy} onClick={() => run('reopen')}>
              Reopen
            </Button>
          ) : (
            <Button disabled={busy} onClick={() => run('return')}>
              Save and return
            </Button>
          )}
        </div>
      </form>
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
