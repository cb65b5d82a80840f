import {
  type AssignmentStudent,
  type HandIn,
  type HandInMarkChange,
  handIns,
} from '@campus/contract';
import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { May, useMayCall } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { changedFields } from '../../../lib/field-values.ts';
import { useTimeOnCampus } from '../../../lib/campus.ts';
import { useReply } from '../../../lib/query.ts';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { phoneWidth, useMedia } from '../../../lib/use-media.ts';
import { usePerson } from '../../../lib/use-session.ts';
import { Card, CardColumns, CardStack, Page } from '../../../ui/page.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { TextAreaField, TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { Dialog, useAction } from '../../../ui/actions.tsx';
import { SubjectLink } from '../../../ui/subject-link.tsx';
import { fieldLabels } from '../assignment-labels.ts';
import { assignmentPaths, workQuery } from '../assignments.api.ts';
import { markingProgress } from '../marking-order.ts';
import { StateBadge } from '../state-badge.tsx';
import { TermClosedNotice, useFrozen } from '../term-closed.tsx';
import { DeadlineCard } from './deadline-card.tsx';
import { WorkNavigation } from './work-navigation.tsx';
import { Phrases, PhrasesForm } from './phrases.tsx';
import { Versions } from './versions.tsx';
import assignmentClasses from '../assignments.module.css';
import classes from './work.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the person is typing marks for one student after another. */
    readonly typing?: boolean;
  }
}

const failed = 'This could not be saved. Please try again.';

/** Marks as people type them, in steps of a half. */
const halfMarks = /^\d{1,6}(?:[.,][05])?$/;

const done = {
  return: 'The work is returned.',
  reopen: 'The work is reopened: the student can hand in again.',
} as const;

interface MarkFormProps {
  readonly work: HandIn;
  readonly next: AssignmentStudent | undefined;
  readonly onNext: (next: AssignmentStudent) => void;
  /** Whether the marks get the focus. */
  readonly typing: boolean;
}

const newestVersion = ({ versions }: HandIn): number => versions[0]?.version ?? 0;

/** The version of the marks, if it is not the newest. */
const formerVersion = (work: HandIn): number | null =>
  work.markedVersion === newestVersion(work) ? null : work.markedVersion;

type AfterSave = 'stay' | 'next' | 'return';

/** Saves marks and comment, then returns the work, goes to the next student or stays; also reopens. */
const useMarking = ({ work, next, onNext }: Omit<MarkFormProps, 'typing'>, onSaved: () => void) => {
  const { assignment } = work;
  const afterSave = useRef<AfterSave>('stay');
  const params = { assignmentId: assignment.id, email: work.studentEmail };
  const act = useAction({
    run: (what: keyof typeof done) =>
      call(what === 'return' ? handIns.returnHandIn : handIns.reopenHandIn, { params }),
    done: (_, what) => done[what],
    onDone: ({ marksVersion }) => {
      form.onOwnAct(marksVersion);
    },
    failed,
    refreshes: assignmentPaths,
  });
  const form = useForm({
    draftKey: `marks ${assignment.id} ${work.studentEmail}`,
    initial: { marks: work.marks === null ? '' : String(work.marks), comment: work.comment },
    version: work.marksVersion,
    versionOf: ({ marksVersion }: HandIn) => marksVersion,
    check: ({ marks }) => ({
      marks:
        !halfMarks.test(marks.trim()) &&
        `Marks must be a whole or half number from 0 to ${assignment.grade}, such as 7.5`,
    }),
    send: ({ marks, comment }, { version: seen }) =>
      call(handIns.markHandIn, {
        params,
        body: {
          version: newestVersion(work),
          marks: Number(marks.trim().replace(',', '.')),
          comment,
        },
        ifMatch: seen,
      }),
    onStored: () => {
      onSaved();
      if (afterSave.current === 'return') return act.mutateAsync('return');
      const gone = !form.form.current;
      if (gone || afterSave.current === 'stay' || !next)
        return notifySuccess('The marks are saved.');
      notifySuccess(`The marks are saved. Next: ${next.studentName}.`);
      return onNext(next);
    },
    refreshes: assignmentPaths,
    failed,
  });
  return {
    form,
    busy: form.busy || act.isPending,
    setAfterSave: (what: AfterSave): void => {
      afterSave.current = what;
    },
    reopen: () => act.mutate('reopen'),
  };
};

const MarkNotes = ({ work }: { readonly work: HandIn }) => (
  <>
    {formerVersion(work) !== null && (
      <p className={classes['note']}>
        {`These marks are for version ${formerVersion(work)}. Look at the new one, then save them again.`}
      </p>
    )}
    {work.state === 'returned' && <p className={classes['note']}>The student sees these marks.</p>}
    {work.reopened && <p className={classes['note']}>Reopened: the student can hand in again.</p>}
  </>
);

interface MarkButtonsProps extends Omit<ReturnType<typeof useMarking>, 'form'> {
  readonly hasNext: boolean;
  readonly returned: boolean;
}

const MarkButtons = ({ hasNext, returned, busy, setAfterSave, reopen }: MarkButtonsProps) => (
  <May call={handIns.markHandIn}>
    <div className={classes['buttons']}>
      {hasNext && (
        <Button type="submit" disabled={busy} onClick={() => setAfterSave('next')}>
          Save and Next
        </Button>
      )}
      <Button
        type="submit"
        variant={hasNext ? 'default' : 'filled'}
        disabled={busy}
        onClick={() => setAfterSave('stay')}
      >
        Save
      </Button>
      {returned ? (
        <Button variant="default" disabled={busy} onClick={reopen}>
          Reopen
        </Button>
      ) : (
        <Button
          type="submit"
          variant="default"
          disabled={busy}
          onClick={() => setAfterSave('return')}
        >
          Save and return
        </Button>
      )}
    </div>
  </May>
);

/** What a phone's button says: what is behind it. */
const buttonText = (work: HandIn, mayMark: boolean, unsaved: boolean): string => {
  const { marks, assignment } = work;
  const former = formerVersion(work);
  const given = `Marks: ${marks} of ${assignment.grade}`;
  const text = marks !== null ? given : mayMark ? 'Give marks' : 'Marks';
  if (mayMark && unsaved) return `${text} · not saved`;
  return former === null ? text : `${text} · for version ${former}`;
};

/** Marks and comment for the newest version, returned to the student or not. */
const MarkForm = ({ work, next, onNext, typing }: MarkFormProps) => {
  const phone = useMedia(phoneWidth);
  const [opened, setOpened] = useState(false);
  const { form, ...saving } = useMarking({ work, next, onNext }, () => setOpened(false));
  const comment = form.fieldProps('comment');
  const [editing, setEditing] = useState(false);
  const returned = work.state === 'returned';
  const may = useMayCall();
  const frozen = useFrozen(work.assignment);
  const mayMark = !frozen && may(handIns.markHandIn);
  const begin = useEffectEvent(() => {
    // On a phone the keyboard would cover the work, which is to be read first.
    if (typing && !phone) form.form.current?.querySelector('input')?.focus();
  });
  useEffect(() => begin(), []);
  const content = (
    <>
      <Form
        {...form.props}
        busy={saving.busy || !mayMark}
        labels={fieldLabels}
        lead={<MarkNotes work={work} />}
        footer={
          !frozen && <MarkButtons {...saving} hasNext={next !== undefined} returned={returned} />
        }
      >
        <TextField
          label={`Marks out of ${work.assignment.grade}`}
          inputMode="decimal"
          autoComplete="off"
          required
          classNames={{ input: classes['mark'] ?? '' }}
          {...form.fieldProps('marks')}
        />
        <div>
          <TextAreaField label="Comment" rows={4} {...comment} />
          <Phrases
            onEdit={() => setEditing(true)}
            onChoose={(phrase) =>
              form
                .textProps('comment')
                .onText([comment.value.trimEnd(), phrase].filter(Boolean).join(' '))
            }
          />
        </div>
      </Form>
      {!returned && !frozen && (
        <p className={classes['hint']}>
          The student sees marks and comment when you return the work: one by one, or all at once
          from the assignment.
        </p>
      )}
    </>
  );
  // Outside the form: submitting the dialog would submit the marks, too.
  const phrases = (
    <Dialog opened={editing} onClose={() => setEditing(false)} title="Phrases for comments">
      <PhrasesForm />
    </Dialog>
  );
  if (!phone)
    return (
      <Card title="Marks" className={classes['atOnce']}>
        {content}
        {phrases}
      </Card>
    );
  const unsaved = changedFields(form.values, form.initial).length > 0;
  return (
    <section className={`${classes['bar']} ${classes['atOnce']}`} aria-label="Marks">
      <Button size="lg" fullWidth onClick={() => setOpened(true)}>
        {buttonText(work, mayMark, unsaved)}
      </Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={`Marks: ${work.studentName}`}
        busy={saving.busy || editing}
      >
        {content}
      </Dialog>
      {phrases}
    </section>
  );
};

const inWords = ({ event, marks, version }: HandInMarkChange): string => {
  const given = pluralize(marks, 'mark');
  if (event === 'returned') return `Returned with ${given}`;
  return event === 'reopened' ? 'Reopened' : `${given} for version ${version}`;
};

/** The history of a student's marks, latest first. */
const MarksHistory = ({ history }: Pick<HandIn, 'history'>) => {
  const formatTime = useTimeOnCampus();
  return (
    <Card title="History of the marks" flush>
      <ol className={assignmentClasses['lines']} aria-label="History of the marks, latest first">
        {history.map((change) => (
          <li key={change.id}>
            <span>{inWords(change)}</span>
            {change.event === 'marked' && change.comment !== '' && (
              <span className={assignmentClasses['prose']}>{`“${change.comment}”`}</span>
            )}
            <span className={assignmentClasses['muted']}>
              {`${change.changedBy}, ${formatTime(change.changedAt)}`}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
};

/** The next students to mark; the assignment's list has the rest. */
const ToMarkNext = ({ coming }: { readonly coming: readonly AssignmentStudent[] }) => {
  const { role } = usePerson();
  const { assignmentId = '' } = useParams({ strict: false });
  return (
    <Card title="To mark next" actions={<b>{formatCount(coming.length)}</b>} flush>
      <ul className={assignmentClasses['lines']}>
        {coming.slice(0, 2).map(({ studentEmail, studentName, rollNo, late }) => (
          <li key={studentEmail}>
            <span className={assignmentClasses['footer']}>
              <Link to={`/${role}/assignments/${assignmentId}/${studentEmail}`}>{studentName}</Link>
              <span className={assignmentClasses['muted']}>{late ? 'Late' : rollNo}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

interface WorkProps extends Omit<MarkFormProps, 'next'> {
  readonly coming: readonly AssignmentStudent[];
}

const Work = ({ work, coming, ...marking }: WorkProps) => (
  <CardStack>
    {useFrozen(work.assignment) && <TermClosedNotice />}
    <CardColumns side={360} at="right">
      <Card title="Work">
        {work.versions.length === 0 ? (
          <EmptyState icon={IconInbox} text="This student has not handed in anything yet." />
        ) : (
          <Versions versions={work.versions} opens />
        )}
      </Card>
      <CardStack>
        {work.versions.length > 0 && (
          <MarkForm
            key={`${work.studentEmail} ${work.versions[0]?.version}`}
            work={work}
            next={coming[0]}
            {...marking}
          />
        )}
        {coming.length > 0 && <ToMarkNext coming={coming} />}
        <DeadlineCard work={work} />
        {work.history.length > 0 && <MarksHistory history={work.history} />}
      </CardStack>
    </CardColumns>
  </CardStack>
);

/** Marks one student's work on an assignment; leads to the others. */
export default function WorkPage() {
  const { role } = usePerson();
  const navigate = useNavigate();
  const { assignmentId = '', studentEmail = '' } = useParams({ strict: false });
  const work = useQuery(workQuery({ assignmentId, email: studentEmail }));
  const all = useReply(handIns.readAssignment, { params: { assignmentId }, staleTime: 0 });
  const typing = useLocation({ select: ({ state }) => state.typing === true });
  const { error, errorUpdatedAt, refetch } = work;
  const phrases = useReply(handIns.readPhrases);
  // Save and Next takes the place of Save, and phrases move both: the form waits for them.
  const data = all.isFetched && phrases.isFetched ? work.data : undefined;
  const email = work.data?.studentEmail ?? studentEmail;
  const students = all.data?.students ?? [];
  const place = markingProgress(students, email);
  const goTo = (to: AssignmentStudent, types: boolean): void => {
    const address = `/${role}/assignments/${assignmentId}/${to.studentEmail}`;
    void navigate({ to: address, state: { typing: types } });
  };
  const inList = students.find((one) => one.studentEmail === studentEmail);
  return (
    <Page
      title={work.data?.studentName ?? inList?.studentName ?? 'Work'}
      line={
        <span className={assignmentClasses['line']}>
          <span>
            <Link to={`/${role}/assignments/${assignmentId}`}>
              {work.data?.assignment.title ?? 'Back to the assignment'}
            </Link>
            {work.data && (
              <>
                {' · '}
                <SubjectLink {...work.data.assignment} id={work.data.assignment.subjectId} />
              </>
            )}
          </span>
          {work.data && (
            <StateBadge state={work.data.state} late={work.data.versions[0]?.late ?? false} />
          )}
        </span>
      }
      actions={all.data && <WorkNavigation place={place} onGo={(to) => goTo(to, false)} />}
    >
      <Loaded
        query={{ data, error, errorUpdatedAt, refetch }}
        what="work"
        rows={5}
        columns={2}
        card
      >
        {(known) => (
          <Work
            work={known}
            coming={place.coming}
            onNext={(next) => goTo(next, true)}
            typing={typing}
          />
        )}
      </Loaded>
    </Page>
  );
}
