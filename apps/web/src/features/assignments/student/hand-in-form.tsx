import type { HandIn } from '@campus/contract';
import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextAreaField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { formOf, handItIn, refreshAssignments } from '../assignments.api.ts';
import { FilePicker } from '../files/file-picker.tsx';
import assignmentClasses from '../assignments.module.css';
import classes from '../work/work.module.css';

/** Text and files to hand in; with a former version its text to change, and its files to keep. */
export const HandInForm = ({ work }: { readonly work: HandIn }) => {
  const { assignment, handingIn } = work;
  const [former] = work.versions;
  const client = useQueryClient();
  const [problem, setProblem] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fileProblem, setFileProblem] = useState('');
  const [kept, setKept] = useState<readonly string[]>(former?.files.map(({ id }) => id) ?? []);
  const send = useMutation({
    mutationFn: ({ text }: { readonly text: string }) =>
      handItIn(
        { assignmentId: assignment.id, email: work.studentEmail },
        formOf({ text, keep: kept.join(',') }, files),
      ),
    onSuccess: async () => {
      notifySuccess(`${assignment.title} is handed in.`);
      await refreshAssignments(client);
    },
    onError: (error) => {
      const { files: ofFiles } = fieldErrors(error);
      const said = refuseBy(error, 'This could not be handed in. Please try again.');
      setFileProblem(ofFiles ?? '');
      setProblem(ofFiles === undefined ? said : '');
    },
  });
  const busy = send.isPending;
  const { form, values, field, refuse, refuseBy } = useFormFields(
    { text: former?.text ?? '' },
    busy,
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    if (values.text.trim() === '' && files.length + kept.length === 0)
      refuse({ text: 'Write a text or choose a file to hand in.' });
    else send.mutate(values);
  };
  return (
    <Card title={former ? 'Hand in again' : 'Hand in'}>
      <form ref={form} noValidate onSubmit={submit}>
        {problem && (
          <div className={assignmentClasses['above']}>
            <Banner kind="error">{problem}</Banner>
          </div>
        )}
        {handingIn === 'late' && (
          <p className={classes['note']}>
            The deadline has passed. What you hand in now is marked as late.
          </p>
        )}
        <fieldset disabled={busy} className={assignmentClasses['fields']}>
          <TextAreaField label="Your text" rows={5} {...field('text')} />
          {former?.files.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={`Keep ${name}`}
              checked={kept.includes(id)}
              onChange={(event) => {
                const keeps = event.currentTarget.checked;
                setKept((now) => (keeps ? [...now, id] : now.filter((other) => other !== id)));
              }}
            />
          ))}
          <FilePicker
            label="Files"
            assignmentId={assignment.id}
            files={files}
            others={kept.length}
            disabled={busy}
            error={fileProblem}
            onChange={(chosen, why) => {
              setFiles(chosen);
              setFileProblem(why);
            }}
          />
        </fieldset>
        <Button type="submit" className={assignmentClasses['submit'] ?? ''} disabled={busy}>
          {busy ? 'Handing in...' : 'Hand in'}
        </Button>
      </form>
    </Card>
  );
};
