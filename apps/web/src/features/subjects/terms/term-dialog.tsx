import { useState } from 'react';
import type { RecordChange, Term } from '@campus/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { DialogForm, FieldPair } from '../../../ui/dialog-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DateField, TextField } from '../../../ui/fields.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { conflictOf } from '../../../lib/conflict-of.ts';
import { RecordConflict } from '../../../ui/record-conflict.tsx';
import { useDialogForm } from '../../../ui/use-dialog-form.ts';
import {
  afterConflict,
  blankTerm,
  missingOf,
  termChangeOf,
  termLabels,
  termValuesOf,
} from './term-values.ts';
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

  const {
    values,
    field,
    textOf,
    props: formProps,
  } = useDialogForm({
    opened,
    onBusy,
    read: (now) => {
      const wrong = missingOf(now);
      return Object.keys(wrong).length > 0 ? { wrong } : { send: now };
    },
    send: (sent) =>
      term
        ? changeTerm({ id: term.id, version }, termChangeOf(sent, opened))
        : createTerm({ ...sent, name: sent.name.trim() }),
    onStored: ({ name }) => {
      void client.invalidateQueries({ queryKey: ['subjects'] });
      void client.invalidateQueries({ queryKey: campusQuery.queryKey });
      notifySuccess(term ? `${name} is saved.` : `${name} is planned.`);
      onClose();
    },
    failed: 'The term could not be saved. Please try again.',
    onRefused: (error) => {
      const changes = conflictOf(error);
      if (!changes[0]) return false;
      const next = afterConflict(values, opened, changes);
      for (const [name, text] of Object.entries(next.shown)) textOf(name).onText(text);
      setOpened(next.opened);
      setVersion(changes[0].version);
      setConflict(changes);
      return true;
    },
  });
  const days = term?.firstClassOn && term.lastClassOn && (
    <>
      Attendance is marked from {formatDay(term.firstClassOn)} to {formatDay(term.lastClassOn)}:
      these days stay within the term.
    </>
  );

  return (
    <DialogForm
      {...formProps}
      onClose={onClose}
      lead={days}
      above={
        conflict.length > 0 &&
        !formProps.busy && (
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
