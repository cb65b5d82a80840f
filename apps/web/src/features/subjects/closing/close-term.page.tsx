import type { Term, TermClosing } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay } from '../../../lib/day.ts';
import { errorText } from '../../../lib/error-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { termsOptions, termSubjectsOptions } from '../terms/terms.api.ts';
import { ChooseStep } from './choose-step.tsx';
import { ClosingReport } from './closing-report.tsx';
import { type ClosingValues, firstValues, wishesOf } from './closing-values.ts';
import { closeTerm, type ClosingWishes, planClosing } from './closing.api.ts';
import { Steps } from './steps.tsx';
import classes from './closing.module.css';

/** The three steps of closing a term: choose, look at what would happen, done. */
const useClosing = (term: Term) => {
  const client = useQueryClient();
  const [wishes, setWishes] = useState<ClosingWishes | null>(null);
  const [report, setReport] = useState<TermClosing | null>(null);

  const plan = useMutation({
    mutationFn: (asked: ClosingWishes) => planClosing(term.id, asked),
    onSuccess: (planned, asked) => {
      setWishes(asked);
      setReport(planned);
      close.reset();
    },
  });
  const close = useMutation({
    mutationFn: ({ asked, planned }: { asked: ClosingWishes; planned: TermClosing }) =>
      closeTerm(term.id, asked, planned.plan),
    onSuccess: async (done) => {
      setReport(done);
      // Terms, subjects, students and enrolments: everything on any screen is another now.
      await client.invalidateQueries();
    },
  });

  return {
    step: report === null ? 1 : report.dryRun ? 2 : 3,
    report,
    planning: plan.isPending,
    planError: plan.error,
    closing: close.isPending,
    closeError: close.error,
    plan: plan.mutate,
    planAgain: () => wishes && plan.mutate(wishes),
    close: () => wishes && report && close.mutate({ asked: wishes, planned: report }),
    back: () => setReport(null),
  };
};

interface WizardProps {
  readonly term: Term;
  readonly terms: readonly Term[];
}

interface FootProps {
  readonly closing: ReturnType<typeof useClosing>;
  readonly report: TermClosing;
  readonly busy: boolean;
}

const Foot = ({ closing, report, busy }: FootProps) => {
  if (closing.step === 3)
    return (
      <p>
        <Link to="/admin/classes">Subjects of {report.next.name}</Link> ·{' '}
        <Link to="/admin/terms">All terms</Link>
      </p>
    );
  return (
    <div className={classes['foot']}>
      <Button variant="default" size="md" onClick={closing.back} disabled={busy}>
        Back
      </Button>
      {closing.closeError ? (
        <Button size="md" onClick={closing.planAgain} disabled={busy}>
          {closing.planning ? 'Working it out...' : 'Look again'}
        </Button>
      ) : (
        <Button size="md" onClick={closing.close} disabled={busy}>
          {closing.closing
            ? 'Closing...'
            : `Close ${report.term.name} and open ${report.next.name}`}
        </Button>
      )}
    </div>
  );
};

const Wizard = ({ term, terms }: WizardProps) => {
  const { data: subjects = [] } = useQuery(termSubjectsOptions(term.id));
  const [values, setValues] = useState<ClosingValues>(() => firstValues(term, terms));
  const closing = useClosing(term);
  const { report, step } = closing;
  const ids = subjects.map(({ id }) => id);

  const busy = closing.closing || closing.planning;
  return (
    <>
      <Steps current={step} />
      {report ? (
        <div className={classes['stack']}>
          {step === 3 && (
            <Banner kind="success">
              {report.term.name} is closed, and {report.next.name} is open.
            </Banner>
          )}
          <ClosingReport report={report} />
          {closing.closeError && (
            <Banner kind="error">
              {errorText(closing.closeError, 'The term could not be closed. Please try again.')}
            </Banner>
          )}
          <Foot closing={closing} report={report} busy={busy} />
        </div>
      ) : (
        <ChooseStep
          term={term}
          terms={terms}
          subjects={subjects}
          values={values}
          onValues={(change) => setValues((now) => ({ ...now, ...change }))}
          busy={busy}
          error={closing.planError}
          onNext={() => closing.plan(wishesOf(values, ids))}
        />
      )}
    </>
  );
};

/** Closing the open term and opening the next: choose, check, done. */
const CloseTermPage = () => {
  const { termId = '' } = useParams({ strict: false });
  const query = useQuery(termsOptions);
  const { data: terms } = query;
  // The wizard keeps the term it began with: after the last step the list calls it closed.
  const [begun, setBegun] = useState<WizardProps | null>(null);
  const term = terms?.find(({ id }) => id === termId);
  if (terms && term?.state === 'open' && begun?.term.id !== term.id) setBegun({ term, terms });

  return (
    <>
      <PageHead
        title={term ? `Close ${term.name}` : 'Close Term'}
        line={
          <>
            <Link to="/admin/terms">All terms</Link>
            {term && ` · ${formatDay(term.startsOn)} to ${formatDay(term.endsOn)}`}
          </>
        }
      />
      {begun && begun.term.id === termId ? (
        <Wizard key={termId} {...begun} />
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
    </>
  );
};

export default CloseTermPage;
