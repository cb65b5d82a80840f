import { useQuery } from '@tanstack/react-query';
import { percentText } from '../../../lib/count.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { monthlyMarksQuery } from '../performance.api.ts';

/** Figures of a student's latest term with published results. */
export const PerformanceFigures = ({ email }: { readonly email: string }) => (
  <Loaded query={useQuery(monthlyMarksQuery(email, null))} what="performance" rows={3} columns={2}>
    {({ term, total, maxMarks, score }) => (
      <DefinitionList
        items={[
          ['Term', term?.name ?? null],
          ['Score', percentText(score)],
          ['Total marks', maxMarks === 0 ? null : `${total} of ${maxMarks}`],
        ]}
      />
    )}
  </Loaded>
);
