import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Query } from '../lib/together.ts';
import { PageHead } from './page.tsx';
import { EmptyState, Loaded, type LoadedProps } from './loaded.tsx';
import { IconButton } from './actions.tsx';
import classes from './paper-page.module.css';

interface PaperPageProps<Data> extends Pick<LoadedProps<Data>, 'what' | 'children'> {
  readonly title: string;
  readonly line: ReactNode;
  /** What is to be printed; null: it can never be there. */
  readonly query: Query<Data> | null;
  readonly missing: NonNullable<LoadedProps<Data>['missing']>;
  /** Takes it along as a file. */
  readonly download?: ReactNode;
}

/** Something to print: as it will be on paper, with buttons that the paper does not show. */
export const PaperPage = <Data,>(props: PaperPageProps<Data>) => {
  const { title, line, query, missing, download } = props;
  return (
    <>
      <div className={classes['screen']}>
        <PageHead
          title={title}
          line={line}
          actions={
            query?.data && (
              <div className={classes['actions']}>
                {download}
                <IconButton icon={IconPrinter} onClick={() => window.print()}>
                  Print
                </IconButton>
              </div>
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
