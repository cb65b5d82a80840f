import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Query } from '../lib/combine-queries.ts';
import { PageHead } from './page.tsx';
import { EmptyState, Loaded, type LoadedProps } from './loaded.tsx';
import { IconButton } from './actions.tsx';
import classes from './print-page.module.css';

interface PrintPageProps<Data> extends Pick<LoadedProps<Data>, 'what' | 'children'> {
  readonly title: string;
  readonly line: ReactNode;
  /** What is to be printed; null if it can never exist. */
  readonly query: Query<Data> | null;
  readonly missing: NonNullable<LoadedProps<Data>['missing']>;
  /** A button that downloads it as a file. */
  readonly download?: ReactNode;
}

/** A document to print, shown as on paper, with buttons that are not printed. */
export const PrintPage = <Data,>(props: PrintPageProps<Data>) => {
  const { title, line, query, missing, download } = props;
  return (
    <>
      <div className={classes['screen']}>
        <PageHead
          title={title}
          line={line}
          actions={
            query?.data && (
              <>
                {download}
                <IconButton icon={IconPrinter} onClick={() => window.print()}>
                  Print
                </IconButton>
              </>
            )
          }
        />
      </div>
      {query ? (
        <Loaded query={query} what={props.what} rows={10} columns={6} card missing={missing}>
          {props.children}
        </Loaded>
      ) : (
        <EmptyState card {...missing} />
      )}
    </>
  );
};
