import { type BodyIn, fieldNames, type Term, termFields, terms } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCalendarTime } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { draftOf, labelsOf, sentValues, touched } from '../../../lib/field-values.ts';
import { useReply } from '../../../lib/query.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { FieldInputs } from '../../../ui/field-input.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { TermState } from './term-state.tsx';
import { missingOf } from './term-values.ts';
import { refreshSubjects } from './terms.api.ts';
import classes from './terms.module.css';

interface TermActionsProps {
  readonly term: Term;
  /** No term is open, so that this one can be. */
  readonly canOpen: boolean;
  readonly busy: boolean;
  readonly onEdit: () => void;
  readonly onOpen: () => void;
}

/** What can be done with a term, by its state. */
const TermActions = ({ term, canOpen, busy, onEdit, onOpen }: TermActionsProps) => (
  <span className={classes['actions']}>
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={onEdit}
      aria-label={`Edit ${term.name}`}
      disabled={busy}
    >
      Edit
    </Button>
    {term.state === 'planned' && canOpen && (
      <Button
        variant="light"
        size="compact-sm"
        onClick={onOpen}
        aria-label={`Open ${term.name}`}
        disabled={busy}
      >
        Open
      </Button>
    )}
    {term.state === 'open' && (
      <Button
        variant="light"
        size="compact-sm"
        renderRoot={(props) => (
          <Link to="/admin/terms/$termId/close" params={{ termId: term.id }} {...props} />
        )}
      >
        Close Term
      </Button>
    )}
  </span>
);

interface TermsListProps {
  readonly all: readonly Term[];
  readonly busy: boolean;
  readonly onEdit: (term: Term) => void;
  readonly onOpen: (term: Term) => void;
}

const Name = ({ term }: { readonly term: Term }) => (
  <Link to="/admin/terms/$termId" params={{ termId: term.id }}>
    {term.name}
  </Link>
);

/** The terms, the latest first: a table, or lines where it is narrow. */
const TermsList = ({ all, busy, onEdit, onOpen }: TermsListProps) => {
  const canOpen = !all.some(({ state }) => state === 'open');
  const actions = (term: Term) => (
    <TermActions
      term={term}
      canOpen={canOpen}
      busy={busy}
      onEdit={() => onEdit(term)}
      onOpen={() => onOpen(term)}
    />
  );
  return (
    <RecordTable
      label="Terms"
      className={classes['table']}
      rows={all}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', render: (term) => <Name term={term} /> },
        { head: 'First day', render: ({ startsOn }) => formatDay(startsOn) },
        { head: 'Last day', render: ({ endsOn }) => formatDay(endsOn) },
        { head: 'State', render: ({ state }) => <TermState state={state} /> },
        { head: 'Subjects', render: ({ subjects }) => subjects, number: true },
        { head: 'Action', render: actions, number: true },
      ]}
      linesBelow={620}
      renderLine={(term) => (
        <>
          <span className={classes['name']}>
            <Name term={term} />
            <TermState state={term.state} />
          </span>
          <span className={classes['days']}>
            {formatDay(term.startsOn)} – {formatDay(term.endsOn)} · {term.subjects} subjects
          </span>
          {actions(term)}
        </>
      )}
    />
  );
};

/** The contract checks what a form of the table's fields sends. */
type NewTerm = BodyIn<typeof terms.createTerm>;

interface TermFormProps {
  /** The term to change; null plans a new one. */
  readonly term: Term | null;
  readonly onClose: () => void;
}

/** Planning a term, or changing its name and dates. */
const TermForm = ({ term, onClose }: TermFormProps) => {
  const client = useQueryClient();
  const { props, ...form } = useForm({
    opened: draftOf(termFields, term ?? {}),
    version: term?.version ?? 0,
    check: missingOf,
    send: (values, { opened, version }) =>
      term
        ? call(terms.changeTerm, {
            params: { termId: term.id },
            body: sentValues(termFields, touched(values, opened), values),
            seen: version,
          })
        : call(terms.createTerm, {
            body: sentValues(termFields, fieldNames(termFields), values) as NewTerm,
          }),
    onStored: ({ name }) => {
      void refreshSubjects(client);
      void client.invalidateQueries({ queryKey: campusQuery.queryKey });
      notifySuccess(term ? `${name} is saved.` : `${name} is planned.`);
      onClose();
    },
    failed: 'The term could not be saved. Please try again.',
  });
  const disabled = term?.state === 'closed';
  const days = term?.firstClassOn && term.lastClassOn && (
    <>
      Attendance is marked from {formatDay(term.firstClassOn)} to {formatDay(term.lastClassOn)}:
      these days stay within the term.
    </>
  );

  return (
    <DialogForm {...props} labels={labelsOf(termFields)} lead={days} action="Save">
      <FieldInputs
        fields={termFields}
        form={form}
        inputs={{ name: { 'data-autofocus': true }, startsOn: { disabled }, endsOn: { disabled } }}
      />
    </DialogForm>
  );
};

/** Planning terms, opening the first one, and the way to closing the open one. */
const TermsPage = () => {
  const client = useQueryClient();
  const query = useReply(terms.listTerms);
  const [editing, setEditing] = useState<Term | 'new' | null>(null);
  const [opening, setOpening] = useState<Term | null>(null);
  const open = useMutation({
    mutationFn: (termId: string) => call(terms.openTerm, { params: { termId } }),
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
          <IconButton icon={IconCalendarPlus} onClick={() => setEditing('new')}>
            Plan Term
          </IconButton>
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
          query={query}
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
              all={data}
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
      <Dialog
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' ? 'Plan Term' : 'Edit Term'}
      >
        {editing && (
          <TermForm term={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
        )}
      </Dialog>
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
