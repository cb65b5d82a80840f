import type { Readable } from 'node:stream';
import type { Endpoint, FileFormat, ReplyOf } from '@campus/contract';
import { tableFile, type TableColumns } from '../csv/table-file.ts';
import type { Position } from '../db/lists.ts';
import { tellOf } from '../db/transaction.ts';
import { type Call, type Handler, RawJson } from './call.ts';
import { ListPart, writeCursor } from './pages.ts';

/** So many at a time: a list counts its rows at each page. */
const pageRows = 5000;

/** Whatever an endpoint gets, with a format among its query. */
type FileCall = Omit<Call<Endpoint>, 'query' | 'params'> & {
  readonly query: { readonly format: FileFormat };
  readonly params: unknown;
};
type List<Row> = (call: unknown) => Promise<readonly Row[] | RawJson | ListPart<Row>>;

const plain = <Row>(rows: readonly Row[] | RawJson): readonly Row[] =>
  rows instanceof RawJson ? (JSON.parse(rows.text) as Row[]) : rows;

/** All rows that a list answers, page by page; of a list without pages its one answer. */
const pagesOf = async function* <Row>(
  list: List<Row>,
  { query: { format: _format, ...query }, ...call }: FileCall,
): AsyncGenerator<readonly Row[]> {
  let after: Position | undefined;
  for (let page = 1; ; page += 1) {
    const part = { limit: pageRows, page, cursor: after && writeCursor(after) };
    const reply = await list({ ...call, query: { ...query, ...part } });
    if (!(reply instanceof ListPart)) {
      yield plain(reply);
      return;
    }
    const { rows, total, last } = reply.list;
    yield plain(rows);
    if (!last && (after || page * pageRows >= total)) return;
    after = last;
  }
};

/** The file, told in the trail. */
const sent = async <Row>(
  { campus, query }: FileCall,
  columns: TableColumns<Row>,
  pages: Parameters<typeof tableFile<Row>>[2],
): Promise<Readable> => {
  const file = await tableFile(query.format, columns, pages);
  try {
    await tellOf(campus.db, {});
    return file.stream();
  } catch (error) {
    await file.close();
    throw error;
  }
};

type RowOf<L> = ReplyOf<L> extends readonly (infer Row)[] ? Row : never;

/**
 * A list as a file: it is asked as its screen asks, page after page, so that its filters, who may
 * call it and what they see of each row are the list's own.
 */
export const exportedList =
  <L extends Endpoint>(list: Handler<L>, columns: TableColumns<RowOf<L>>) =>
  (call: FileCall): Promise<Readable> =>
    sent(call, columns, pagesOf(list as List<RowOf<L>>, call));

/** What a call shows as one table, as a file; `tableOf` is given its reply. */
export const exportedTable =
  <L extends Endpoint, Row>(
    read: Handler<L>,
    tableOf: (reply: ReplyOf<L>) => {
      readonly columns: TableColumns<Row>;
      readonly rows: readonly Row[];
    },
  ) =>
  async (call: FileCall): Promise<Readable> => {
    const reply = await (read as unknown as (of: unknown) => Promise<ReplyOf<L> | RawJson>)(call);
    const { columns, rows } = tableOf(
      reply instanceof RawJson ? (JSON.parse(reply.text) as ReplyOf<L>) : reply,
    );
    return sent(call, columns, [rows]);
  };
