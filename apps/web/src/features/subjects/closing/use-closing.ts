import { useState } from 'react';
import type { Term, TermClosing } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { closeTerm, planClosing } from './closing.api.ts';
import type { ClosingWishes } from './closing.api.ts';

/** The three steps of closing a term: choose, look at what would happen, done. */
export const useClosing = (term: Term) => {
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
