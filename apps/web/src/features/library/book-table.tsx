import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { onSingleClick } from '../../ui/actions.tsx';
import { PagedTable } from '../../ui/paged-list.tsx';
import { type Column, RecordTable } from '../../ui/record-table.tsx';
import { TitleWithSubtitle } from '../../ui/title-with-subtitle.tsx';
import classes from './library.module.css';

interface RowButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'disabled'> {
  readonly label: string;
  /** What the button is about, read after its label to people who cannot see the row. */
  readonly of: string;
  readonly onClick: () => void;
}

export const RowButton = ({ label, of, onClick, ...props }: RowButtonProps) => (
  <Button
    size="sm"
    variant="light"
    aria-label={`${label} ${of}`}
    {...props}
    onClick={onSingleClick(onClick)}
  >
    {label}
  </Button>
);

interface BookTableProps<Row> {
  /** The first column is the book. */
  readonly columns: readonly Column<Row, never>[];
  readonly linesBelow?: number;
  readonly renderActions: (row: Row) => ReactNode;
}

/** The properties shared by the library's tables. */
const tableOf = <Row extends { readonly id: string }>(props: BookTableProps<Row>) => ({
  keyOf: ({ id }: Row) => id,
  columns: [
    ...props.columns,
    {
      head: 'Actions',
      hiddenHead: true as const,
      render: (row: Row) => <div className={classes['actions']}>{props.renderActions(row)}</div>,
    },
  ],
  linesBelow: props.linesBelow ?? 620,
});

export const BookTable = <Row extends { readonly id: string }>(
  props: BookTableProps<Row> & { readonly label: string; readonly rows: readonly Row[] },
) => <RecordTable {...props} {...tableOf(props)} />;

export const PagedBookTable = <Row extends { readonly id: string }>(
  props: BookTableProps<Row> & Omit<Parameters<typeof PagedTable<Row>>[0], 'keyOf' | 'columns'>,
) => <PagedTable {...props} {...tableOf(props)} />;

export const titleAndAuthor = {
  head: 'Book',
  render: ({ title, author }: { readonly title: string; readonly author: string }) => (
    <TitleWithSubtitle title={title} line={author} />
  ),
};
