import type { ReactNode } from 'react';
import { Pager } from './pager.tsx';
import classes from './paged-rows.module.css';

interface PagedRowsProps {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** All rows, of every page. */
  readonly total: number;
  /** The rows are of the page before: the new ones are on their way. */
  readonly waiting: boolean;
  readonly onPage: (page: number) => void;
  /** One page of rows. */
  readonly children: ReactNode;
}

/** A page of a table or list, and the pages below it, which stay where the hand left them. */
export const PagedRows = ({ waiting, children, ...pages }: PagedRowsProps) => (
  <div className={classes['rows']} data-full={pages.total > pages.pageSize || undefined}>
    <div className={classes['page']} data-waiting={waiting || undefined}>
      {children}
    </div>
    <Pager {...pages} />
  </div>
);
