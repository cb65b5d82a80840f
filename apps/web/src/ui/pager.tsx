import { Pagination } from '@mantine/core';
import { formatCount } from '../lib/count.ts';
import { phoneWidth, useMedia } from '../lib/use-media.ts';
import classes from './pager.module.css';

interface PagerProps {
  /** Accessible name, needed where a page has two lists. */
  readonly label?: string;
  /** From 1. */
  readonly page: number;
  readonly pageSize?: number;
  /** Number of rows on all pages. */
  readonly total: number;
  readonly onPage: (page: number) => void;
}

const names = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
};

/** The footer of a list: "1–10 of 2,418" and the page buttons. */
export const Pager = (props: PagerProps) => {
  const { label = 'Pages', page, pageSize = 10, total, onPage } = props;
  const narrow = useMedia(phoneWidth);
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <div className={classes['footer']}>
      <output className={classes['range']}>
        {`${formatCount(first)}–${formatCount(last)} of ${formatCount(total)}`}
      </output>
      {pages > 1 && (
        <nav aria-label={label}>
          <Pagination
            total={pages}
            value={page}
            onChange={onPage}
            size="sm"
            siblings={narrow ? 0 : 1}
            gap={narrow ? 4 : 8}
            className={classes['pages'] ?? ''}
            getControlProps={(control) => ({ 'aria-label': names[control] })}
            getItemProps={(item) => ({ 'aria-label': `Page ${item}`, children: formatCount(item) })}
          />
        </nav>
      )}
    </div>
  );
};
