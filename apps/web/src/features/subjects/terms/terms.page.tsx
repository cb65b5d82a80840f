import { type BodyIn, fieldNames, overview, type Term, termFields, terms } from '@campus/contract';
import { Button, type ButtonProps } from '@mantine/core';
import { IconCalendarPlus, IconCalendarTime } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { May } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { formatCount, pluralize } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { changedFields, draftOf, labelsOf, sentValues } from '../../../lib/field-values.ts';
import { useReply } from '../../../lib/query.ts';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { DownloadMenu } from '../../../ui/download-menu.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { ConfirmDialog, DialogButton, useConfirm, useDialogOf } from '../../../ui/actions.tsx';
import { FieldInputs } from '../../../ui/field-input.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RecordTable } from '../../../ui/record-table.tsx';
import { TermState } from './term-state.tsx';
import { missingOf } from './term-values.ts';
import { subjectPaths } from './terms.api.ts';
import classes from './terms.module.css';

const termActions = {
  delete: {
    endpoint: terms.deleteTerm,
    label: 'Delete',
    title: ({ name }: Term) => `Delete ${name}?`,
    words: 'It is only planned: its name and its days go, and the subjects that were put into it.',
    done: 'is deleted.',
  },
  open: {
    endpoint: terms.openTerm,
    label: 'Open Term',
    title: ({ name }: Term) => `Open ${name}?`,
    words:
      'Who is of the audience of its subjects is enrolled, and new subjects belong to it from now on. It stays open until it is closed.',
    done: 'is open.',
  },
  reopen: {
    endpoint: terms.reopenTerm,
    label: 'Undo Closing',
    title: ({ name }: Term) => `Undo the closing of ${name}?`,
    words:
      'The term is open again: students return to the semester they were in, and enrolments continue. Subjects that were carried over are removed. This works until somebody marks in the new term.',
    done: 'is open again.',
  },
} as const;

interface TermAction {
  readonly what: keyof typeof termActions;
  readonly term: Term;
}

interface TermsListProps {
  readonly all: readonly Term[];
  readonly busy: boolean;
  readonly onEdit: (term: Term) => void;
  readonly onAct: (act: TermAction) => void;
}

interface TermActionsProps extends Omit<TermsListProps, 'all'> {
  readonly term: Term;
  /** True when no other term is open. */
  readonly canOpen: boolean;
}

const TermActions = ({ term, canOpen, busy, onEdit, onAct }: TermActionsProps) => {
  const planned = term.state === 'planned';
  const action = (label: string, onClick: () => void, look: ButtonProps) => (
    <Button
      size="compact-sm"
      aria-label={`${label} ${term.name}`}
      disabled={busy}
      onClick={onClick}
      {...look}
    >
      {label}
    </Button>
  );
  const act = (what: TermAction['what']) => () => onAct({ what, term });
  return (
    <May call={terms.changeTerm}>
      <span className={classes['actions']}>
        {action('Edit', () => onEdit(term), { variant: 'subtle' })}
        {planned && action('Delete', act('delete'), { variant: 'subtle', color: 'brick' })}
        {planned && canOpen && action('Open', act('open'), { variant: 'light' })}
        {term.canReopen && action('Undo closing', act('reopen'), { variant: 'subtle' })}
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
    </May>
  );
};

const Name = ({ term }: { readonly term: Term }) => (
  <Link to="/admin/terms/$termId" params={{ termId: term.id }}>
    {term.name}
  </Link>
);

/** The terms, latest first: a table, or lines when narrow. */
const TermsList = ({ all, ...rest }: TermsListProps) => {
  const canOpen = !all.some(({ state }) => state === 'open');
  const actions = (term: Term) => <TermActions term={term} canOpen={canOpen} {...rest} />;
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
        { head: 'Subjects', render: ({ subjects }) => formatCount(subjects), alignRight: true },
        { head: 'Action', render: actions, alignRight: true },
      ]}
      linesBelow={620}
      renderLine={(term) => (
        <>
          <span className={classes['name']}>
            <Name term={term} />
            <TermState state={term.state} />
          </span>
          <span className={classes['days']}>
            {formatDay(term.startsOn)} – {formatDay(term.endsOn)} ·{' '}
            {pluralize(term.subjects, 'subject')}
          </span>
          {actions(term)}
        </>
      )}
    />
  );
};

/** The contract validates what a form built from these fields sends. */
type NewTerm = BodyIn<typeof terms.createTerm>;

/** Edits the name and dates of a term; null plans a new one. */
const TermForm = ({ term }: { readonly term: Term | null }) => {
  const { props, ...form } = useForm({
    draftKey: `term ${term?.id ?? ''}`,
    initial: draftOf(termFields, term ?? {}),
    version: term?.version ?? 0,
    check: missingOf,
    send: (values, { initial, version }) =>
      term
        ? call(terms.changeTerm, {
            params: { termId: term.id },
            body: sentValues(termFields, changedFields(values, initial), values),
            ifMatch: version,
          })
        : call(terms.createTerm, {
            body: sentValues(termFields, fieldNames(termFields), values) as NewTerm,
          }),
    done: ({ name }) => (term ? `${name} is saved.` : `${name} is planned.`),
    refreshes: [...subjectPaths, overview.campus.path],
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
        inputs={{ startsOn: { disabled }, endsOn: { disabled } }}
      />
    </DialogForm>
  );
};

/** Plans terms, opens the first one, and leads to closing the open one. */
const TermsPage = () => {
  const query = useReply(terms.listTerms);
  const { open, dialog: editDialog } = useDialogOf(
    () => 'Edit Term',
    (term: Term) => <TermForm term={term} />,
  );
  const { about, ask, busy, dialog } = useConfirm({
    run: ({ what, term }: TermAction): Promise<unknown> =>
      call(termActions[what].endpoint, { params: { termId: term.id }, slow: true }),
    done: (_, { what, term }) => `${term.name} ${termActions[what].done}`,
    failed: 'This could not be done. Please try again.',
    refreshes: [''],
  });

  return (
    <Page
      title="Terms"
      line="One term is open at a time. Closing it opens the next."
      actions={
        <>
          <DownloadMenu endpoint={terms.exportTerms} />
          <DialogButton needs={terms.createTerm} icon={IconCalendarPlus} label="Plan Term">
            <TermForm term={null} />
          </DialogButton>
        </>
      }
    >
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
          {(data) => <TermsList all={data} busy={busy} onEdit={open} onAct={ask} />}
        </Loaded>
      </Card>
      {editDialog}
      <ConfirmDialog
        {...dialog}
        destructive={about?.what === 'delete'}
        title={about ? termActions[about.what].title(about.term) : ''}
        confirmLabel={termActions[about?.what ?? 'open'].label}
      >
        {about && termActions[about.what].words}
      </ConfirmDialog>
    </Page>
  );
};

export default TermsPage;
