import type { ReactNode } from 'react';
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import classes from './data-table.module.css';

interface DataTableProps {
  /** Names the table for people who cannot see where it stands. */
  readonly label: string;
  /** Taller rows, for the roster. */
  readonly roster?: boolean;
  readonly className?: string | undefined;
  /** Plain `thead` and `tbody`. `td data-quiet` is ink-2, `td data-number` aligns right. */
  readonly children: ReactNode;
}

/** A box that scrolls sideways is a stop for the keyboard, which scrolls it; any other is none. */
const stopWhereItScrolls = (box: HTMLDivElement | null) => {
  if (!box) return undefined;
  const look = () => {
    const scrolls =
      box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX !== 'visible';
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  };
  const observer = new ResizeObserver(look);
  observer.observe(box);
  if (box.firstElementChild) observer.observe(box.firstElementChild);
  return () => observer.disconnect();
};

/** A table whose head sticks. It scrolls sideways by itself where it does not fit. */
export const DataTable = ({ label, roster = false, className, children }: DataTableProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element means "a box that scrolls"
  <div className={classes['scroll']} ref={stopWhereItScrolls} role="group" aria-label={label}>
    <table
      className={[classes['table'], className].filter(Boolean).join(' ')}
      data-roster={roster || undefined}
      aria-label={label}
    >
      {children}
    </table>
  </div>
);

export type SortDirection = 'ascending' | 'descending' | 'none';

interface SortHeaderProps {
  readonly label: string;
  readonly direction: SortDirection;
  readonly onSort: () => void;
}

const sortIcons = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector };

/** A `th` that sorts by its column. */
export const SortHeader = ({ label, direction, onSort }: SortHeaderProps) => {
  const Icon = sortIcons[direction];
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={classes['sort']} onClick={onSort}>
        {label}
        <Icon size={16} stroke={1.75} aria-hidden />
      </button>
    </th>
  );
};
