import { Button } from '@mantine/core';
import { IconFileOff, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../../../lib/call-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { ResultSheetPaper } from './result-sheet.tsx';
import { resultSheetQuery } from './student-results.api.ts';
import classes from './result-sheet.module.css';

interface SheetPageProps {
  readonly email: string;
  readonly termId: string;
  /** Where the reader came from. */
  readonly back: ReactNode;
}

/** A result sheet as it will be on paper, with a button that the paper does not show. */
export const SheetPage = ({ email, termId, back }: SheetPageProps) => {
  const { data: sheet, error, refetch } = useQuery(resultSheetQuery(email, termId));
  const missing = isMissing(error);
  return (
    <>
      <div className={classes['screen']}>
        <PageHead
          title="Result sheet"
          line={back}
          actions={
            sheet && (
              <Button
                leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
                onClick={() => window.print()}
              >
                Print
              </Button>
            )
          }
        />
      </div>
      {sheet ? (
        <ResultSheetPaper sheet={sheet} />
      ) : (
        <Card>
          {missing ? (
            <EmptyState
              icon={<IconFileOff stroke={1.75} />}
              text={errorText(error, 'There is no such result sheet.')}
            />
          ) : (
            <UntilLoaded
              query={{ error, refetch }}
              loading="Loading result sheet..."
              failed="The result sheet could not be loaded."
            >
              <SkeletonRows rows={8} columns={6} />
            </UntilLoaded>
          )}
        </Card>
      )}
    </>
  );
};
