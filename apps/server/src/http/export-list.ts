import type { Readable } from 'node:stream';
import type { Endpoint, FileFormat, ReplyOf } from '@campus/contract';
import { tableFile, type TableColumns } from '../csv/table-file.ts';
import type { Position } from '../db/lists.ts';
import { recordActBefore } from '../db/transaction.ts';
import { type Call, type Handler, RawJson } from './call.ts';
import { ListPart, writeCursor } from './pages.ts';

/** Rows per page; large, because a list counts its rows for each page. */
const pageRows = 5000;

/** Any endpoint's call with a format in its query. */
type FileCall = Omit<Call<Endpoint>, 'query' | 'params'> & {
  readonly query: { readonly format: FileFormat };
  readonly params: unknown;
};
type List<Row> = (call: unknown) => Promise<readonly Row[] | RawJson | ListPart<Row>>;

const plain = <Reply>(reply: Reply | RawJson): Reply =>
  reply instanceof RawJson ? (JSON.parse(reply.text) as Reply) : reply;

/** All rows of a list, page by page; a list without pages gives one. */
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

/** Writes the file and records the export in the audit trail. */
const sent = async <Row>(
  { campus, query }: FileCall,
  columns: TableColumns<Row>,
  pages: Parameters<typeof tableFile<Row>>[2],
): Promise<Readable> => {
  const file = await tableFile(query.format, columns, pages);
  try {
    await recordActBefore(campus.db, {});
    return file.stream();
  } catch (error) {
    await file.close();
    throw error;
  }
};

type RowOf<L> = ReplyOf<L> extends readonly (infer Row)[] ? Row : never;

/**
 * Exports a list as a file. It calls the list's own handler page by page, so that filters, permissions
 * and visible fields are the same.
 */
export const exportedList =
  <L extends Endpoint>(list: Handler<L>, columns: TableColumns<RowOf<L>>) =>
  (call: FileCall): Promise<Readable> =>
    sent(call, columns, pagesOf(list as List<RowOf<L>>, call));

/** Exports the table that `tableOf` makes of an endpoint's reply. */
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
    const { columns, rows } = tableOf(plain(reply));
    return sent(call, columns, [rows]);
  };
