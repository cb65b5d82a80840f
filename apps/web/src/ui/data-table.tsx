import type { ReactNode } from 'react';
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react';
import classes from './data-table.module.css';

/** Stands for the rows of a windowed table that are not drawn; height in pixels. */
export const SpacerRow = ({ height }: { readonly height: number }) =>
  height > 0 && <tr className={classes['spacer']} style={{ height }} aria-hidden />;

interface DataTableProps {
  /** Accessible name of the table. */
  readonly label: string;
  /** Taller rows, for the roster. */
  readonly roster?: boolean;
  /** For a windowed table: number of all its rows, including the header. */
  readonly rowCount?: number | undefined;
  readonly className?: string | undefined;
  /** Plain `thead` and `tbody`. `td data-muted` has the colour ink-2, `td data-number` is aligned right. */
  readonly children: ReactNode;
}

/** Makes a box focusable only while it scrolls sideways, so that the keyboard can scroll it. */
export const focusableIfScrolls = (box: HTMLDivElement | null) => {
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

/** A table with a sticky header, which scrolls sideways when it does not fit. */
export const DataTable = ({
  label,
  roster = false,
  rowCount,
  className,
  children,
}: DataTableProps) => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element means "a box that scrolls"
  <div className={classes['scroll']} ref={focusableIfScrolls} role="group" aria-label={label}>
    <table
      className={[classes['table'], className].filter(Boolean).join(' ')}
      data-roster={roster || undefined}
      aria-rowcount={rowCount}
      aria-label={label}
    >
      {children}
    </table>
  </div>
);

export interface SortOrder<Column extends string> {
  readonly sort: Column;
  readonly order: 'asc' | 'desc';
}

interface SortHeaderProps<Column extends string> {
  readonly label: string;
  readonly column: Column;
  readonly view: SortOrder<Column>;
  readonly onSort: (order: SortOrder<Column>) => void;
}

const directions = { asc: 'ascending', desc: 'descending' } as const;
const sortIcons = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector };

/** A `th` that sorts by its column: ascending first, then descending. */
export const SortHeader = <Column extends string>(props: SortHeaderProps<Column>) => {
  const { label, column, view, onSort } = props;
  const direction = view.sort === column ? directions[view.order] : 'none';
  const order = direction === 'ascending' ? 'desc' : 'asc';
  const Icon = sortIcons[direction];
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className={classes['sort']}
        onClick={() => onSort({ sort: column, order })}
      >
        {label}
        <Icon size={16} stroke={1.75} aria-hidden />
      </button>
    </th>
  );
};
