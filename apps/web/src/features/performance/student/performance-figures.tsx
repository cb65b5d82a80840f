import { useQuery } from '@tanstack/react-query';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { monthlyMarksQuery } from './student-results.api.ts';

/** What a student's latest term with published results comes to. */
export const PerformanceFigures = ({ email }: { readonly email: string }) => {
  const { data, error, refetch } = useQuery(monthlyMarksQuery(email, null));
  if (!data)
    return (
      <UntilLoaded
        query={{ error, refetch }}
        loading="Loading performance..."
        failed="The marks could not be loaded"
      >
        <SkeletonRows rows={3} columns={2} />
      </UntilLoaded>
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
