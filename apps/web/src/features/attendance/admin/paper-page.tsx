import { Button } from '@mantine/core';
import { IconDownload, IconFileOff, IconPrinter } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isMissing } from '../../../lib/call-error.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import classes from './paper.module.css';

interface PaperPageProps {
  readonly title: string;
  readonly line: string | undefined;
  /** What has to be loaded before there is anything to print; null: it can never be there. */
  readonly queries: readonly UseQueryResult[] | null;
  readonly onDownload: () => void;
  readonly children: () => ReactNode;
}

/** Something to print: as it will be on paper, with a button that the paper does not show. */
export const PaperPage = ({ title, line, queries, onDownload, children }: PaperPageProps) => {
  const failed = queries?.find(({ data, error }) => data === undefined && error);
  const ready = queries?.every(({ data }) => data !== undefined) ?? false;
  const content = (): ReactNode => {
    if (ready) return children();
    if (!queries || isMissing(failed?.error))
      return (
        <Card>
          <EmptyState
            icon={IconFileOff}
            text="There is no such class."
            action={<Link to="/admin/attendance">All classes</Link>}
          />
        </Card>
      );
    return (
      <Card>
        <UntilLoaded
          query={{
            error: failed?.error,
            refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
          }}
          loading="Loading..."
          failed="This could not be loaded."
        >
          <SkeletonRows rows={10} columns={6} />
        </UntilLoaded>
      </Card>
    );
  };
  return (
    <>
      <div className={classes['screen']}>
        <PageHead
          title={title}
          line={line}
          actions={
            ready && (
              <div className={classes['actions']}>
                <Button
                  variant="light"
                  leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
                  onClick={onDownload}
                >
                  Download CSV
                </Button>
                <Button
                  leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
                  onClick={() => window.print()}
                >
                  Print
                </Button>
              </div>
            )
          }
        />
      </div>
      {content()}
    </>
  );
};
