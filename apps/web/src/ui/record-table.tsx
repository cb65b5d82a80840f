import { memo, type ReactNode } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { DataTable, SortHeader, type SortOrder } from './data-table.tsx';
import { SelectField } from './fields.tsx';
import { Hidden } from './hidden.tsx';
import { OptionalValue } from './optional-value.tsx';
import { useNarrow } from './use-narrow.ts';
import classes from './record-table.module.css';

/** A column, for its head and for the cells below it. The first one names the row. */
export interface Column<Row, Sort extends string = string> {
  readonly head: string;
  /** Null is shown as N/A. */
  readonly render: (row: Row, index: number) => ReactNode;
  /** Aligned right. */
  readonly number?: true;
  /** Of less weight than the others. */
  readonly muted?: true;
  /** The head is only for people who cannot see that it needs none. */
  readonly hiddenHead?: true;
  /** The rows can be sorted by it. */
  readonly sort?: Sort | undefined;
  readonly className?: string | undefined;
  /** On a line it stands beside the other facts, after its head for people who cannot see the line. */
  readonly fact?: true;
  /** Where the cell stands on a card: an area of the row's grid. */
  readonly area?: string;
}

export interface RecordTableProps<Row, Sort extends string> {
  /** Names the table for people who cannot see where it stands. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row, Sort>[];
  /** No cell names its row. */
  readonly unnamed?: true;
  readonly sorted?: {
    readonly view: SortOrder<Sort>;
    readonly setView: (order: SortOrder<Sort>) => void;
  };
  readonly isNew?: (row: Row) => boolean;
  /** Below this width of the list, in px, its rows are lines. */
  readonly linesBelow?: number;
  /** What a line holds; the cells one below the other, and the facts side by side, unless told. */
  readonly renderLine?: (row: Row) => ReactNode;
  /** Below this width of the window, in px, its rows are cards: `className` says their grid. */
  readonly cardsBelow?: number;
  readonly className?: string | undefined;
  readonly foot?: ReactNode;
}

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
    if (!fact)
      return (
        <div key={head} className={at === 0 ? classes['name'] : undefined} data-muted={muted}>
          {shown(render(row, index))}
        </div>
      );
    return (
      column === facts[0] && (
        <dl key={head}>
          {facts.map((one) => (
            <div key={one.head}>
              <dt>
                <Hidden>{one.head}</Hidden>
              </dt>
              <dd>{shown(one.render(row, index))}</dd>
            </div>
          ))}
        </dl>
      )
    );
  });
};

interface TableRowProps<Row> extends LineProps<Row> {
  readonly unnamed: true | undefined;
  readonly asCard: boolean;
  readonly isNew: true | undefined;
}

const Cells = <Row,>({ row, index, columns, unnamed, asCard, isNew }: TableRowProps<Row>) => (
  <tr data-new={isNew}>
    {columns.map(({ head, render, number, muted, className, area }, at) => {
      const attributes = {
        className,
        'data-number': number,
        'data-muted': muted,
        'data-head': asCard ? head : undefined,
        style: area === undefined ? undefined : { gridArea: area },
      };
      return at === 0 && !unnamed ? (
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

/** Drawn again only when something of it changes, where the columns stay the same: a list may have a thousand. */
const TableRow = memo(Cells) as typeof Cells;

/** Records as a table; as lines or cards where there is no room for columns. */
export const RecordTable = <Row, Sort extends string = never>(
  props: RecordTableProps<Row, Sort>,
) => {
  const { label, rows, keyOf, columns, sorted, isNew, linesBelow = 0, cardsBelow = 0 } = props;
  const { renderLine } = props;
  const { ref, narrow } = useNarrow(linesBelow);
  const cards = useMediaQuery(`(max-width: ${cardsBelow}px)`, false, {
    getInitialValueInEffect: false,
  });
  const newOf = (row: Row) => isNew?.(row) || undefined;

  const sortable = sorted
    ? columns.flatMap(({ head, sort }) => (sort ? [{ head, sort }] : []))
    : [];
  const sortField = sorted && sortable.length > 1 && (
    <SelectField
      className={classes['sort'] ?? ''}
      label="Sort by"
      value={`${sorted.view.sort} ${sorted.view.order}`}
      data={sortable.flatMap(({ head, sort }) => [
        { label: head, value: `${sort} asc` },
        { label: `${head}, last first`, value: `${sort} desc` },
      ])}
      onChange={(event) => {
        const [sort, order] = event.currentTarget.value.split(' ');
        sorted.setView({ sort: sort as Sort, order: order === 'desc' ? 'desc' : 'asc' });
      }}
    />
  );
  const lines = () => (
    <>
      {sortField}
      <ul className={`${classes['lines']} ${props.className ?? ''}`} aria-label={label}>
        {rows.map((row, index) => (
          <li key={keyOf(row)} data-new={newOf(row)}>
            {renderLine ? renderLine(row) : <Line row={row} index={index} columns={columns} />}
          </li>
        ))}
      </ul>
    </>
  );

  const headOf = ({ head, sort, number, hiddenHead, className }: Column<Row, Sort>) =>
    sort && sorted ? (
      <SortHeader
        key={head}
        label={head}
        column={sort}
        view={sorted.view}
        onSort={sorted.setView}
      />
    ) : (
      <th key={head} scope="col" className={className} data-number={number}>
        {hiddenHead ? <Hidden>{head}</Hidden> : head}
      </th>
    );

  const table = () => (
    <DataTable
      label={label}
      className={[props.className, cards && classes['cards']].filter(Boolean).join(' ')}
    >
      <thead>
        <tr>{columns.map(headOf)}</tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <TableRow
            key={keyOf(row)}
            row={row}
            index={index}
            columns={columns}
            unnamed={props.unnamed}
            asCard={cardsBelow > 0}
            isNew={newOf(row)}
          />
        ))}
      </tbody>
      {props.foot && <tfoot>{props.foot}</tfoot>}
    </DataTable>
  );

  return <div ref={ref}>{linesBelow > 0 && narrow ? lines() : table()}</div>;
};
