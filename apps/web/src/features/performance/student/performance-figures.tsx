import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Loading, SkeletonRows } from '../../../ui/loading.tsx';
import { monthlyMarksQuery } from './student-results.api.ts';

/** What a student's latest term with published results comes to. */
export const PerformanceFigures = ({ email }: { readonly email: string }) => {
  const { data, error, isPending, refetch } = useQuery(monthlyMarksQuery(email, null));
  if (isPending)
    return (
      <Loading text="Loading performance...">
        <SkeletonRows rows={3} columns={2} />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState
        text={errorText(error, 'The marks could not be loaded')}
        onRetry={() => void refetch()}
      />
    );
  const { term, total, maxMarks, score } = data;
  return (
    <DefinitionList
      items={[
        ['Term', term?.name ?? null],
        ['Score', score === null ? null : `${score}%`],
        ['Total marks', maxMarks === 0 ? null : `${total} of ${maxMarks}`],
      ]}
    />
  );
};
