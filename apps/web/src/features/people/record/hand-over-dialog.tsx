import type { CurrentSubject, FacultyDetails } from '@campus/contract';
import { Checkbox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { handOver, teachersLike } from './record.api.ts';
import classes from './hand-over-dialog.module.css';

interface ColleagueFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly error: ReactNode;
}

/** A teacher's e-mail as plain text, with the teachers whose name or e-mail fits suggested. */
const ColleagueField = ({ name, value, onText, error }: ColleagueFieldProps) => {
  const list = useId();
  const [search] = useDebouncedValue(value.trim(), 200);
  const { data = [] } = useQuery(teachersLike(search));
  return (
    <>
      <TextField
        label="New teacher (email)"
        type="email"
        required
        autoComplete="off"
        data-autofocus
        list={list}
        name={name}
        value={value}
        error={error}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <datalist id={list}>
        {data.map((teacher) => (
          <option key={teacher.id} value={teacher.email}>
            {teacher.name}
          </option>
        ))}
      </datalist>
    </>
  );
};

interface HandOverProps {
  readonly teacher: FacultyDetails;
  readonly subjects: readonly CurrentSubject[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const HandOverForm = (props: HandOverProps & { readonly onBusy: (busy: boolean) => void }) => {
  const { teacher, subjects, onDone, onClose, onBusy } = props;
  const [chosen, setChosen] = useState<readonly string[]>(subjects.map(({ id }) => id));
  const [problem, setProblem] = useState('');
  const hand = useMutation({
    mutationFn: (toEmail: string) => handOver(teacher.id, { toEmail, subjectIds: [...chosen] }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => {
      notifySuccess(
        chosen.length === 1 ? '1 subject handed over.' : `${chosen.length} subjects handed over.`,
      );
      onDone();
    },
    onError: (error) => {
      const fields = fieldErrors(error);
      refuse(fields);
      const sentence = errorText(error, 'Nothing was handed over. Please try again.');
      setProblem('toEmail' in fields ? '' : sentence);
    },
  });
  const busy = hand.isPending;
  const { form, values, textOf, refuse } = useFormFields({ toEmail: '' }, busy);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    if (chosen.length === 0) setProblem('Choose at least one subject');
    else if (values.toEmail.trim()) hand.mutate(values.toEmail.trim());
    else refuse({ toEmail: 'Choose who takes over' });
  };
  const toggle = (id: string, on: boolean): void =>
    setChosen((now) => (on ? [...now, id] : now.filter((one) => one !== id)));
  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      problem={problem}
      lead="The new teacher marks attendance from now on. Past marks keep who made them."
      action="Hand over"
      busyAction="Handing over..."
    >
      <ColleagueField {...textOf('toEmail')} />
      <fieldset className={classes['subjects']}>
        <legend>Subjects</legend>
        {subjects.map(({ id, subjectName, subjectCode }) => (
          <Checkbox
            key={id}
            label={`${subjectName} (${subjectCode})`}
            checked={chosen.includes(id)}
            disabled={busy}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
            py={7}
          />
        ))}
      </fieldset>
    </DialogForm>
  );
};

/** Gives subjects of a teacher to somebody else. */
export const HandOverDialog = ({
  opened,
  ...props
}: HandOverProps & { readonly opened: boolean }) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={`Hand over subjects of ${props.teacher.name}`}
      busy={busy}
    >
      <HandOverForm {...props} onBusy={setBusy} />
    </Dialog>
  );
};
