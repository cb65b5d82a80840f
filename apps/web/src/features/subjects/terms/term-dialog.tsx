import { useState } from 'react';
import type { FormEvent } from 'react';
import type { RecordChange, Term } from '@campus/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText, fieldErrors } from '../../../lib/error-text.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { DialogForm, FieldPair } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DateField, TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { conflictOf } from '../../../lib/conflict-of.ts';
import { RecordConflict } from '../../../ui/record-conflict.tsx';
import { afterConflict, blankTerm, missingOf, termChangeOf } from './term-values.ts';
import { termLabels, termValuesOf } from './term-values.ts';
import type { TermValues } from './term-values.ts';
import { changeTerm, createTerm } from './terms.api.ts';

interface TermFormProps {
  /** The term to change; null plans a new one. */
  readonly term: Term | null;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

const TermForm = ({ term, onClose, onBusy }: TermFormProps) => {
  const client = useQueryClient();
  const { data: campus } = useQuery(campusQuery);
  const [opened, setOpened] = useState(() => (term ? termValuesOf(term) : blankTerm));
  const [version, setVersion] = useState(term?.version ?? 0);
  const [conflict, setConflict] = useState<readonly RecordChange[]>([]);
  const [problem, setProblem] = useState('');

  const save = useMutation({
    mutationFn: (sent: TermValues) =>
      term
        ? changeTerm({ id: term.id, version }, termChangeOf(sent, opened))
        : createTerm({ ...sent, name: sent.name.trim() }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: ({ name }) => {
      void client.invalidateQueries({ queryKey: ['subjects'] });
      void client.invalidateQueries({ queryKey: campusQuery.queryKey });
      notifySuccess(term ? `${name} is saved.` : `${name} is planned.`);
      onClose();
    },
    onError: (error) => {
      const changes = conflictOf(error);
      if (changes[0]) {
        const next = afterConflict(values, opened, changes);
        for (const [name, text] of Object.entries(next.shown)) textOf(name).onText(text);
        setOpened(next.opened);
        setVersion(changes[0].version);
        setConflict(changes);
        return;
      }
      const fields = fieldErrors(error);
      refuse(fields);
      const sentence = errorText(error, 'The term could not be saved. Please try again.');
      setProblem(Object.keys(fields).length > 0 ? '' : sentence);
    },
  });
  const busy = save.isPending;
  const { form, values, field, textOf, refuse } = useFormFields(opened, busy);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setProblem('');
    const missing = missingOf(values);
    if (Object.keys(missing).length > 0) refuse(missing);
    else save.mutate(values);
  };
  const days = term?.firstClassOn && term.lastClassOn && (
    <>
      Attendance is marked from {formatDay(term.firstClassOn)} to {formatDay(term.lastClassOn)}:
      these days stay within the term.
    </>
  );

  return (
    <DialogForm
      form={form}
      onSubmit={submit}
      onClose={onClose}
      busy={busy}
      problem={problem}
      lead={days}
      above={
        conflict.length > 0 &&
        !busy && (
          <RecordConflict changes={conflict} labels={termLabels} timeZone={campus?.timezone} />
        )
      }
      action="Save"
    >
      <TextField label={termLabels.name} required data-autofocus {...field('name')} />
      <FieldPair>
        <DateField
          label={termLabels.startsOn}
          required
          disabled={term?.state === 'closed'}
          {...field('startsOn')}
        />
        <DateField
          label={termLabels.endsOn}
          required
          disabled={term?.state === 'closed'}
          {...field('endsOn')}
        />
      </FieldPair>
    </DialogForm>
  );
};

interface TermDialogProps {
  /** 'new' plans a term; null keeps the dialog closed. */
  readonly editing: Term | 'new' | null;
  readonly onClose: () => void;
}

/** Planning a term, or changing its name and dates. */
export const TermDialog = ({ editing, onClose }: TermDialogProps) => {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      opened={editing !== null}
      onClose={onClose}
      title={editing === 'new' ? 'Plan Term' : 'Edit Term'}
      busy={busy}
    >
      {editing && (
        <TermForm term={editing === 'new' ? null : editing} onClose={onClose} onBusy={setBusy} />
      )}
    </Dialog>
  );
};
