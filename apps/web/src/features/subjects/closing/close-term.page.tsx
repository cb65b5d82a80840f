import { type Enrollment, type Leaver, type Term, type TermClosing, terms } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarCheck, IconCalendarTime } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { combineQueries } from '../../../lib/combine-queries.ts';
import { useToday } from '../../../lib/campus.ts';
import { pluralize } from '../../../lib/count.ts';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { invalidate, refresh, useReply } from '../../../lib/query.ts';
import { DialogButton } from '../../../ui/actions.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyState, Loaded } from '../../../ui/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { termSubjectsQuery } from '../terms/terms.api.ts';
import { ChooseStep } from './choose-step.tsx';
import { ClosingReport } from './closing-report.tsx';
import { GraduatesStep } from './graduates-step.tsx';
import {
  type ClosingOptions,
  closingOptionsOf,
  type ClosingValues,
  initialValues,
  missingFrom,
} from './closing-values.ts';
import classes from './closing.module.css';

interface WizardProps {
  readonly term: Term;
  readonly all: readonly Term[];
}

/** The steps of closing a term: choose, tick who has finished, check what would happen, done. */
const useClosing = (
  { term, all }: WizardProps,
  subjects: readonly Enrollment[],
  leavers: readonly Leaver[],
) => {
  const client = useQueryClient();
  const [report, setReport] = useState<TermClosing | null>(null);
  /** Never true without leavers, as there is nobody to tick. */
  const [ticking, setTicking] = useState(false);
  const params = { termId: term.id };
  /** A refusal may be about subjects or leavers that others have changed. */
  const lookAgain = (): void => void refresh(client, '/terms');
  const options = (values: ClosingValues): ClosingOptions =>
    closingOptionsOf(
      values,
      subjects.map(({ id }) => id),
      leavers.map(({ id }) => id),
    );
  const form = useForm({
    draftKey: `closing ${term.id}`,
    isDryRun: true,
    initial: initialValues(term, all),
    check: missingFrom,
    send: (values): Promise<TermClosing> =>
      call(terms.closeTerm, {
        params,
        query: { dryRun: 'true' },
        body: options(values),
        slow: true,
      }),
    onStored: (planned) => {
      setTicking(report === null && leavers.length > 0);
      setReport(planned);
      close.reset();
    },
    failed: 'This could not be worked out. Please try again.',
    alwaysShowsMessage: true,
    onRefused: (_error, message) => {
      lookAgain();
      return message;
    },
  });
  const close = useMutation({
    // Refused if the campus has changed since the dry run, or the term is already closed.
    mutationFn: ({ plan, reason }: { readonly plan: string; readonly reason: string }) =>
      call(terms.closeTerm, {
        params,
        body: { ...options(form.values), plan, reason },
        slow: true,
      }),
    onError: lookAgain,
    onSuccess: async (done) => {
      setReport(done);
      form.discardDraft();
      setTicking(false);
      // Terms, subjects, students and enrolments have changed: every screen is out of date.
      await invalidate(client);
    },
  });
  return {
    step: report === null ? 'Choose' : !report.dryRun ? 'Done' : ticking ? 'Leavers' : 'Check',
    report,
    form,
    close,
    back: () => {
      const toLeavers = !ticking && leavers.length > 0;
      setTicking(toLeavers);
      if (!toLeavers) setReport(null);
    },
  };
};

export type Closing = ReturnType<typeof useClosing>;

interface ConfirmClosingProps {
  readonly report: TermClosing;
  readonly onClose: (reason: string) => Promise<TermClosing>;
}

/** Asks for confirmation, with name, day and figures; before the last day also for a reason. */
const ConfirmClosing = ({ report, onClose }: ConfirmClosingProps) => {
  const { term, next, promotion, graduates, subjects } = report;
  const early = term.endsOn > useToday();
  const { fieldProps, props } = useForm({
    draftKey: null,
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: early && !reason.trim() && 'Say why it is closed early' }),
    send: ({ reason }) => onClose(reason),
    failed: 'The term could not be closed. Please try again.',
  });
  return (
    <DialogForm
      {...props}
      lead={
        <>
          {term.name} ends on {formatDay(term.endsOn)}.{' '}
          {pluralize(promotion.promoted, 'student moves', 'students move')} up,{' '}
          {graduates > 0 && `${pluralize(graduates, 'graduates', 'graduate')}, `}
          {next.name} has {pluralize(subjects.length, 'subject')}, and{' '}
          {pluralize(report.enrolmentsOpened, 'enrolment begins', 'enrolments begin')} on{' '}
          {formatDay(next.startsOn)}. This can be undone until somebody marks in {next.name}.
        </>
      }
      action="Close Term"
      busyAction="Closing..."
    >
      {early && (
        <TextField
          label="Reason"
          description="Why it is closed before its last day. Kept in the history of the term."
          required
          {...fieldProps('reason')}
        />
      )}
    </DialogForm>
  );
};

const Foot = ({ closing, report }: { readonly closing: Closing; readonly report: TermClosing }) => {
  const { step, form, close, back } = closing;
  const busy = form.busy || close.isPending;
  if (step === 'Done')
    return (
      <p>
        <Link to="/admin/classes">Subjects of {report.next.name}</Link> ·{' '}
        <Link to="/admin/terms">All terms</Link>
      </p>
    );
  return (
    <div className={classes['footer']}>
      <Button variant="default" size="md" onClick={back} disabled={busy}>
        Back
      </Button>
      {close.error ? (
        <Button size="md" onClick={() => form.save.mutate(form.values)} disabled={busy}>
          {form.busy ? 'Working it out...' : 'Look again'}
        </Button>
      ) : (
        <DialogButton
          icon={IconCalendarCheck}
          size="md"
          label={`Close ${report.term.name} and open ${report.next.name}`}
          title={`Close ${report.term.name}?`}
          disabled={busy}
        >
          <ConfirmClosing
            report={report}
            onClose={(reason) => close.mutateAsync({ plan: report.plan, reason })}
          />
        </DialogButton>
      )}
    </div>
  );
};

interface ClosingStepsProps extends WizardProps {
  readonly subjects: readonly Enrollment[];
  readonly leavers: readonly Leaver[];
}

const ClosingSteps = ({ subjects, leavers, ...props }: ClosingStepsProps) => {
  const closing = useClosing(props, subjects, leavers);
  const { report, step, close } = closing;
  return (
    <>
      <Steps
        names={['Choose', ...(leavers.length > 0 ? ['Leavers'] : []), 'Check', 'Done']}
        current={step}
      />
      {report && step === 'Leavers' ? (
        <GraduatesStep report={report} leavers={leavers} closing={closing} />
      ) : report ? (
        <div className={classes['stack']}>
          {step === 'Done' && (
            <Banner kind="success">
              {report.term.name} is closed, and {report.next.name} is open.
            </Banner>
          )}
          <ClosingReport report={report} />
          {close.error && (
            <Banner kind="error">
              {errorText(close.error, 'The term could not be closed. Please try again.')}
            </Banner>
          )}
          <Foot closing={closing} report={report} />
        </div>
      ) : (
        <ChooseStep {...props} subjects={subjects} closing={closing} />
      )}
    </>
  );
};

/** Begins with all subjects and leavers, or those still loading would neither continue nor graduate. */
const Wizard = (props: WizardProps) => {
  const params = { termId: props.term.id };
  const query = combineQueries({
    subjects: useQuery(termSubjectsQuery(props.term.id)),
    leavers: useReply(terms.listLeavers, { params }),
  });
  return (
    <Loaded query={query} what="subjects and leavers" card>
      {(loaded) => <ClosingSteps {...props} {...loaded} />}
    </Loaded>
  );
};

/** Closes the open term and opens the next. */
const CloseTermPage = () => {
  const { termId = '' } = useParams({ strict: false });
  const query = useReply(terms.listTerms);
  const { data: all } = query;
  // Keeps the term as it was at the start: after the last step the list has it as closed.
  const [wizard, setWizard] = useState<WizardProps | null>(null);
  const term = all?.find(({ id }) => id === termId);
  if (all && term?.state === 'open' && wizard?.term.id !== term.id) setWizard({ term, all });

  return (
    <Page
      title={term ? `Close ${term.name}` : 'Close Term'}
      line={
        <>
          <Link to="/admin/terms">All terms</Link>
          {term && ` · ${formatDay(term.startsOn)} to ${formatDay(term.endsOn)}`}
        </>
      }
    >
      {wizard && wizard.term.id === termId ? (
        <Wizard key={termId} {...wizard} />
      ) : (
        <Loaded query={query} what="terms" rows={5} columns={2}>
          {() => (
            <EmptyState
              icon={IconCalendarTime}
              text={term ? `${term.name} is not open.` : 'There is no such term.'}
              action={<Link to="/admin/terms">All terms</Link>}
            />
          )}
        </Loaded>
      )}
    </Page>
  );
};

export default CloseTermPage;
