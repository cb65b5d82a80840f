import type { RecordChange, Term } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCalendarTime } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { campusQuery } from '../../../lib/campus.ts';
import { conflictOf } from '../../../lib/conflict-of.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { DialogForm, FieldPair } from '../../../ui/dialog-form.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { DateField, TextField } from '../../../ui/fields.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordConflict } from '../../../ui/record-conflict.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { useDialogForm } from '../../../ui/use-dialog-form.ts';
import {
  afterConflict,
  blankTerm,
  missingOf,
  termChangeOf,
  termLabels,
  termValuesOf,
} from './term-values.ts';
import { TermsList } from './terms-list.tsx';
import { changeTerm, createTerm, openTerm, termsOptions } from './terms.api.ts';
import classes from './terms.module.css';

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
const TermDialog = ({ editing, onClose }: TermDialogProps) => {
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

/** Planning terms, opening the first one, and the way to closing the open one. */
const TermsPage = () => {
  const client = useQueryClient();
  const terms = useQuery(termsOptions);
  const [editing, setEditing] = useState<Term | 'new' | null>(null);
  const [opening, setOpening] = useState<Term | null>(null);
  const open = useMutation({
    mutationFn: openTerm,
    onSuccess: ({ name }) => notifySuccess(`${name} is open.`),
    onSettled: async () => {
      setOpening(null);
      await client.invalidateQueries();
    },
  });

  return (
    <>
      <PageHead
        title="Terms"
        line="One term is open at a time. Closing it opens the next."
        actions={
          <Button
            leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            Plan Term
          </Button>
        }
      />
      {open.isError && (
        <div className={classes['notice']}>
          <Banner kind="error" onDismiss={() => open.reset()}>
            {errorText(open.error, 'The term could not be opened. Please try again.')}
          </Banner>
        </div>
      )}
      <Card flush>
        <Loaded
          query={terms}
          what="terms"
          rows={4}
          columns={5}
          flush
          empty={{
            icon: IconCalendarTime,
            text: 'No terms yet. Plan one, then open it: subjects belong to the open term.',
          }}
        >
          {(data) => (
            <TermsList
              terms={data}
              busy={open.isPending}
              onEdit={setEditing}
              onOpen={(term) => {
                open.reset();
                setOpening(term);
              }}
            />
          )}
        </Loaded>
      </Card>
      <TermDialog editing={editing} onClose={() => setEditing(null)} />
      <ConfirmDialog
        opened={opening !== null}
        onClose={() => setOpening(null)}
        title={opening ? `Open ${opening.name}?` : 'Open'}
        confirmLabel="Open Term"
        busy={open.isPending}
        onConfirm={() => opening && open.mutate(opening.id)}
      >
        New subjects belong to it from now on. It stays open until it is closed.
      </ConfirmDialog>
    </>
  );
};

export default TermsPage;
