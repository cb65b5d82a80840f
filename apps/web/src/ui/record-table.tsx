import { Fragment, memo, type ReactNode, useMemo } from 'react';
import { Checkbox } from '@mantine/core';
import type { RowSelection } from '../lib/use-row-selection.ts';
import { useMedia } from '../lib/use-media.ts';
import { DataTable, SortHeader, type SortOrder } from './data-table.tsx';
import { SelectField } from './fields.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import { OptionalValue } from './optional-value.tsx';
import { useWidth } from './use-width.ts';
import classes from './record-table.module.css';

/** A column: its heading and its cells. The first column names the row. */
export interface Column<Row, Sort extends string = string> {
  readonly head: string;
  /** Null is shown as N/A. */
  readonly render: (row: Row, index: number) => ReactNode;
  readonly alignRight?: true;
  /** Less prominent than the others. */
  readonly muted?: true;
  /** Below this width of the list, in px, it becomes a second line in the first column. */
  readonly underBelow?: number;
  /** The heading is for screen readers only. */
  readonly hiddenHead?: true;
  /** The rows can be sorted by it. */
  readonly sort?: Sort | undefined;
  readonly className?: string | undefined;
  /**
   * In the line layout it joins the row of small facts: `'headed'` with its heading, `true` with the heading for
   * screen readers only.
   */
  readonly fact?: true | 'headed';
  /** The grid area of the cell on a card. */
  readonly gridArea?: string;
}

export interface RecordTableProps<Row, Sort extends string> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The group a row is listed under; rows of one group must be consecutive. */
  readonly groupOf?: (row: Row) => string;
  readonly columns: readonly Column<Row, Sort>[];
  /** No cell names its row. */
  readonly withoutRowHeader?: true;
  readonly sorting?: {
    readonly view: SortOrder<Sort>;
    readonly setView: (order: SortOrder<Sort>) => void;
  };
  readonly isNew?: (row: Row) => boolean;
  /** Makes rows selectable, by `keyOf`; `nameOf` gives each checkbox its accessible name. */
  readonly selection?:
    | { readonly rows: RowSelection; readonly nameOf: (row: Row) => string }
    | undefined;
  /** Below this width of the list, in px, its rows are shown as lines. */
  readonly linesBelow?: number;
  /** Content of a line; by default the cells one below the other and the facts side by side. */
  readonly renderLine?: (row: Row) => ReactNode;
  /** Below this width of the window, in px, its rows are cards; `className` defines their grid. */
  readonly cardsBelow?: number;
  readonly className?: string | undefined;
  readonly footer?: ReactNode;
}

/** Tooltip of a second line that is a single word, such as an e-mail: it is cut off rather than broken. */
const titleOf = (content: ReactNode): string | undefined =>
  typeof content === 'string' && !/\s/.test(content) ? content : undefined;

/** Moves columns for which the list has no space under the first one. */
const foldColumns = <Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  under: (column: Column<Row, Sort>) => boolean,
): readonly Column<Row, Sort>[] => {
  const [first, ...others] = columns;
  const below = others.filter(under);
  if (!first || below.length === 0) return columns;
  const both: Column<Row, Sort> = {
    ...first,
    render: (row, index) => (
      <>
        {first.render(row, index)}
        {below.map(({ head, render }) => {
          const content = render(row, index);
          return (
            <span key={head} className={classes['secondary']} title={titleOf(content)}>
              {content}
            </span>
          );
        })}
      </>
    ),
  };
  return [both, ...others.filter((column) => !under(column))];
};

const shown = (content: ReactNode): ReactNode => content ?? <OptionalValue value={null} />;

interface LineProps<Row> {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
}

const Line = <Row,>({ row, index, columns }: LineProps<Row>) => {
  const facts = columns.filter(({ fact }) => fact);
  return columns.map((column, at) => {
    const { head, render, muted, fact } = column;
    if (!fact) {
      const content = render(row, index);
      return (
        <div
          key={head}
          className={at === 0 ? classes['name'] : undefined}
          data-muted={muted}
          title={muted && titleOf(content)}
        >
          {shown(content)}
        </div>
      );
    }
    return (
      column === facts[0] && (
        <dl key={head}>
          {facts.map((one) => (
            <div key={one.head}>
              <dt>
                {one.fact === 'headed' ? one.head : <VisuallyHidden>{one.head}</VisuallyHidden>}
              </dt>
              <dd>{shown(one.render(row, index))}</dd>
            </div>
          ))}
        </dl>
      )
    );
  });
};

const selectionCheckbox = ({ rows }: { readonly rows: RowSelection }, id: string, name: string) => (
  <Checkbox
    aria-label={name}
    checked={rows.has(id)}
    // A change event does not say whether Shift is held; a click by mouse or key does.
    onChange={() => undefined}
    onClick={({ shiftKey }) => rows.toggle(id, shiftKey)}
  />
);

interface TableRowProps<Row> extends LineProps<Row> {
  readonly checkbox: ReactNode;
  readonly selected: boolean | undefined;
  readonly withoutRowHeader: true | undefined;
  readonly asCard: boolean;
  readonly isNew: true | undefined;
}

const TableRow = <Row,>(props: TableRowProps<Row>) => {
  const { row, index, columns, withoutRowHeader, asCard, isNew, checkbox, selected } = props;
  return (
    <tr data-new={isNew} data-selected={selected}>
      {checkbox && <td className={classes['checkboxCell']}>{checkbox}</td>}
      {columns.map(({ head, render, alignRight, muted, className, gridArea }, at) => {
        const attributes = {
          className,
          'data-number': alignRight,
          'data-muted': muted,
          'data-label': asCard ? head : undefined,
          style: gridArea === undefined ? undefined : { gridArea },
        };
        return at === 0 && !withoutRowHeader ? (
          <th key={head} scope="row" {...attributes}>
            {shown(render(row, index))}
          </th>
        ) : (
          <td key={head} {...attributes}>
            {shown(render(row, index))}
          </td>
        );
      })}
    </tr>
  );
};

/** Rerendered only when the row changes, if the columns stay the same: a list may have a thousand rows. */
const MemoTableRow = memo(TableRow) as typeof TableRow;

/** Records as a table, or as lines or cards where there is no space for columns. */
export const RecordTable = <Row, Sort extends string = never>(
  props: RecordTableProps<Row, Sort>,
) => {
  const { label, rows, keyOf, sorting, isNew, linesBelow = 0, cardsBelow = 0 } = props;
  const { renderLine, selection } = props;
  const { ref, isBelow } = useWidth();
  const asLines = linesBelow > 0 && isBelow(linesBelow);
  const under = props.columns
    .flatMap(({ underBelow = 0, head }) => (!asLines && isBelow(underBelow) ? [head] : []))
    .join('\n');
  const columns = useMemo(
    () => foldColumns(props.columns, ({ head }) => under.split('\n').includes(head)),
    [props.columns, under],
  );
  const cards = useMedia(`(max-width: ${cardsBelow}px)`);
  const tickFor = (row: Row) =>
    selection && {
      checkbox: selectionCheckbox(selection, keyOf(row), selection.nameOf(row)),
      selected: selection.rows.has(keyOf(row)) || undefined,
    };
  const onPage = rows.filter((row) => selection?.rows.has(keyOf(row))).length;
  const newOf = (row: Row) => isNew?.(row) || undefined;
  const groups = [
    ...Map.groupBy(
      rows.map((row, index) => ({ row, index })),
      ({ row }) => props.groupOf?.(row) ?? '',
    ),
  ];

  const sortable = sorting
    ? columns.flatMap(({ head, sort }) => (sort ? [{ head, sort }] : []))
    : [];
  const sortField = sorting && sortable.length > 1 && (
    <SelectField
      className={classes['sort'] ?? ''}
      label="Sort by"
      value={`${sorting.view.sort} ${sorting.view.order}`}
      data={sortable.flatMap(({ head, sort }) => [
        { label: head, value: `${sort} asc` },
        { label: `${head}, last first`, value: `${sort} desc` },
      ])}
      onChange={(event) => {
        const [sort, order] = event.currentTarget.value.split(' ');
        sorting.setView({ sort: sort as Sort, order: order === 'desc' ? 'desc' : 'asc' });
      }}
    />
  );
  const lines = () => (
    <>
      {sortField}
      {groups.map(([group, members]) => (
        <Fragment key={group}>
          {group && <h3 className={classes['group']}>{group}</h3>}
          <ul
            className={`${classes['list']} ${props.className ?? ''}`}
            aria-label={group ? `${label}: ${group}` : label}
          >
            {members.map(({ row, index }) => (
              <li key={keyOf(row)} data-new={newOf(row)} data-selected={tickFor(row)?.selected}>
                {selection && <div className={classes['checkbox']}>{tickFor(row)?.checkbox}</div>}
                {renderLine ? renderLine(row) : <Line row={row} index={index} columns={columns} />}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </>
  );

  const headOf = ({ head, sort, alignRight, hiddenHead, className }: Column<Row, Sort>) =>
    sort && sorting ? (
      <SortHeader
        key={head}
        label={head}
        column={sort}
        view={sorting.view}
        onSort={sorting.setView}
      />
    ) : (
      <th key={head} scope="col" className={className} data-number={alignRight}>
        {hiddenHead ? <VisuallyHidden>{head}</VisuallyHidden> : head}
      </th>
    );

  const table = () => (
    <DataTable
      label={label}
      className={[props.className, cards && classes['cards']].filter(Boolean).join(' ')}
    >
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={classes['checkboxCell']}>
              <Checkbox
                aria-label="Choose all on this page"
                checked={onPage === rows.length}
                indeterminate={onPage > 0 && onPage < rows.length}
                onChange={selection.rows.togglePage}
              />
            </th>
          )}
          {columns.map(headOf)}
        </tr>
      </thead>
      {groups.map(([group, members]) => (
        <tbody key={group}>
          {group && (
            <tr className={classes['group']}>
              <th scope="rowgroup" colSpan={columns.length + (selection ? 1 : 0)}>
                {group}
              </th>
            </tr>
          )}
          {members.map(({ row, index }) => (
            <MemoTableRow
              key={keyOf(row)}
              row={row}
              index={index}
              columns={columns}
              withoutRowHeader={props.withoutRowHeader}
              asCard={cardsBelow > 0}
              isNew={newOf(row)}
              checkbox={tickFor(row)?.checkbox}
              selected={tickFor(row)?.selected}
            />
          ))}
        </tbody>
      ))}
      {props.footer && <tfoot>{props.footer}</tfoot>}
    </DataTable>
  );

  return <div ref={ref}>{asLines ? lines() : table()}</div>;
};
