import type { HandIn, RecordChange } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isConflict } from '../../../lib/call-error.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { conflictOf } from '../../../lib/conflict-of.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { RecordConflict } from '../../../ui/record-conflict.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { WholeNumberField } from '../../../ui/whole-number-field.tsx';
import { fieldLabels } from '../assignment-words.ts';
import { markWork, refreshAssignments, reopenWork, returnWork } from '../assignments.api.ts';
import assignmentClasses from '../assignments.module.css';
import classes from './work.module.css';

type What = 'save' | 'return' | 'reopen';

const done: Readonly<Record<What, string>> = {
  save: 'The marks are saved.',
  return: 'The work is returned.',
  reopen: 'The work is reopened: the student can hand in again.',
};

/** Marks and comment for the newest version, and whether the student sees them. */
export const MarkForm = ({ work }: { readonly work: HandIn }) => {
  const { assignment, versions, markedVersion, state } = work;
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const { data: campus } = useQuery(campusQuery);
  const [marksVersion, setMarksVersion] = useState(work.marksVersion);
  const [conflict, setConflict] = useState<readonly RecordChange[]>([]);
  const version = versions[0]?.version ?? 0;
  const address = { assignmentId: assignment.id, email: work.studentEmail };
  const act = useMutation({
    mutationFn: async (what: What) => {
      if (what === 'reopen') return reopenWork(address);
      const { marks, comment } = values;
      const saved = await markWork(
        { ...address, marksVersion },
        { version, marks: Number(marks), comment },
      );
      setMarksVersion(saved.marksVersion);
      setConflict([]);
      return what === 'return' ? returnWork(address) : saved;
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
            <RecordConflict changes={conflict} labels={fieldLabels} timeZone={campus?.timezone} />
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
