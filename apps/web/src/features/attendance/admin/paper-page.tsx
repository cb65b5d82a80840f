import { Button } from '@mantine/core';
import { IconDownload, IconFileOff, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import type { Query } from '../../../lib/together.ts';
import classes from './paper.module.css';

export const noSuchClass = {
  icon: IconFileOff,
  text: 'There is no such class.',
  action: <Link to="/admin/attendance">All classes</Link>,
};

interface PaperPageProps<Data> {
  readonly title: string;
  readonly line: string | undefined;
  /** What is to be printed; null: it can never be there. */
  readonly query: Query<Data> | null;
  readonly onDownload: () => void;
  readonly children: (data: Data) => ReactNode;
}

/** Something to print: as it will be on paper, with a button that the paper does not show. */
export const PaperPage = <Data,>(props: PaperPageProps<Data>) => {
  const { title, line, query, onDownload, children } = props;
  return (
    <>
      <div className={classes['screen']}>
        <PageHead
          title={title}
          line={line}
          actions={
            query?.data && (
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
      {query ? (
        <Loaded query={query} what="class" rows={10} columns={6} card missing={noSuchClass}>
          {children}
        </Loaded>
      ) : (
        <Card>
          <EmptyState {...noSuchClass} />
        </Card>
      )}
    </>
  );
};
