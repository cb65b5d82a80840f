import { type AssignmentStudent, type HandIn, handIns } from '@campus/contract';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { May, useMayCall } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { changedFields } from '../../../lib/field-values.ts';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { phoneWidth, useMedia } from '../../../lib/use-media.ts';
import { Card } from '../../../ui/page.tsx';
import { TextAreaField, TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { Dialog, useAction } from '../../../ui/actions.tsx';
import { fieldLabels } from '../assignment-labels.ts';
import { assignmentPaths } from '../assignments.api.ts';
import { useFrozen } from '../term-closed.tsx';
import { Phrases, PhrasesForm } from './phrases.tsx';
import classes from './work.module.css';

const failed = 'This could not be saved. Please try again.';

/** Marks as people type them, in steps of a half. */
const halfMarks = /^\d{1,6}(?:[.,][05])?$/;

const done = {
  return: 'The work is returned.',
  reopen: 'The work is reopened: the student can hand in again.',
} as const;

export interface MarkFormProps {
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
export const MarkForm = ({ work, next, onNext, typing }: MarkFormProps) => {
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
