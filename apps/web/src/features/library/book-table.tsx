import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, RecordTable } from '../../ui/record-table.tsx';
import classes from './library.module.css';

/** A title over its quieter line. */
export const Titled = (props: { readonly title: ReactNode; readonly line: ReactNode }) => (
  <span className={classes['what']}>
    {props.title}
    <span className={classes['muted']}>{props.line}</span>
  </span>
);

interface RowButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'disabled'> {
  readonly label: string;
  /** What the button is about, after its label, for people who cannot see the row. */
  readonly of: string;
  readonly onClick: () => void;
}

export const RowButton = ({ label, of, ...props }: RowButtonProps) => (
  <Button size="sm" variant="light" aria-label={`${label} ${of}`} {...props}>
    {label}
  </Button>
);

interface BookTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** The buttons of a row. */
  readonly renderActions: (row: Row) => ReactNode;
}

/** A list of the library's; the first column is the book. */
export const BookTable = <Row extends { readonly id: string }>(props: BookTableProps<Row>) => (
  <RecordTable
    {...props}
    keyOf={({ id }) => id}
    columns={[
      ...props.columns,
      {
        head: 'Actions',
        render: (row) => <div className={classes['actions']}>{props.renderActions(row)}</div>,
      },
    ]}
    linesBelow={620}
  />
);

export const titleAndAuthor: Column<{ readonly title: string; readonly author: string }> = {
  head: 'Book',
  render: ({ title, author }) => <Titled title={title} line={author} />,
};
