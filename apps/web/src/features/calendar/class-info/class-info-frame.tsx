import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PdfCard } from '../pdf-card.tsx';
import { usePdf } from '../pdf-answer.ts';
import { classInfoOf, classInfoOptions } from './class-info.api.ts';

/** The class information that a teacher sees: their own, else that for all teachers. */
export const ClassInfoFrame = ({ email }: { readonly email: string }) => {
  const info = useQuery(classInfoOptions(email));
  const { failed, ...shown } = usePdf(
    ['/class-info', email, info.data?.forAll],
    info,
    classInfoOf(email).readFile,
  );
  return (
    <PdfCard
      title="Class information"
      what="class information"
      {...shown}
      none={
        failed ? (
          <ErrorState
            text={errorText(failed.error, 'The class information could not be loaded')}
            onRetry={() => void failed.refetch()}
          />
        ) : (
          <EmptyState
            icon={IconFileOff}
            text="No class information yet. Your administrator can upload it."
          />
        )
      }
    />
  );
};
