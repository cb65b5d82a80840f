import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CampusError } from '../campus-error.ts';
import { countedPage, type JsonRows, offsetOf, type Part, type Position } from '../db/lists.ts';
import { RawJson } from './call.ts';

const position = z.tuple([z.string().nullable(), z.string().regex(/^\d{1,18}$/)]);

/** The position after which the next page starts, opaque to clients. */
export const writeCursor = (at: Position): string =>
  Buffer.from(JSON.stringify([at.value, at.id])).toString('base64url');

const readCursor = (cursor: string | undefined): Position | undefined => {
  if (cursor === undefined) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    parts = null;
  }
  const { data } = position.safeParse(parts);
  if (data) return { value: data[0], id: data[1] };
  const message = 'cursor must be the one in the Link header of another page';
  throw new CampusError('malformed', message, { details: [{ field: 'cursor', message }] });
};

interface Listed<Row> {
  readonly rows: Row[] | RawJson;
  readonly total: number;
  /** The position of the last row, if there may be more rows. */
  readonly last?: Position | undefined;
  readonly page?: number | undefined;
  /** The number of the next page, in lists without positions. */
  readonly nextPage?: number | undefined;
}

/** The requested rows of a list; the reply's headers say which part they are. */
export class ListPart<Row> {
  readonly list: Listed<Row>;
  constructor(list: Listed<Row>) {
    this.list = list;
  }
}

/** Sets headers for the number of matching rows and the next page; returns the rows. */
export const describePart = <Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  { list: { rows, total, last, page, nextPage } }: ListPart<Row>,
): Row[] | RawJson => {
  reply.header('x-total-count', total);
  if (page !== undefined) reply.header('x-page', page);
  if (last ?? nextPage) {
    const url = new URL(request.url, 'http://campus');
    if (last) url.searchParams.set('cursor', writeCursor(last));
    else url.searchParams.set('page', String(nextPage));
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
  }
  return rows;
};

const endOf = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  value?: (row: Row) => string | null,
): Omit<JsonRows, 'json'> => {
  const last = rows.at(-1);
  return { count: rows.length, last: last && { value: value?.(last) ?? null, id: last.id } };
};

/** Reads a list or the requested part of it. */
export const readPart = async <Row extends { readonly id: string }>(
  asked: {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
    readonly page?: number | undefined;
  },
  list: {
    readonly rows: (part: Part) => Promise<Row[] | JsonRows>;
    readonly total: () => Promise<number>;
    /** The sort key, before the id. */
    readonly value?: (row: Row) => string | null;
  },
): Promise<ListPart<Row>> => {
  const { limit } = asked;
  const [after, skip] = [readCursor(asked.cursor), offsetOf(asked)];
  const rows = await list.rows({ limit, after, skip });
  const { count, last } = Array.isArray(rows) ? endOf(rows, list.value) : rows;
  // A numbered page that is not full is the last one: that saves counting, which repeats the search.
  const isLast = !after && count < (limit ?? Infinity) && (count > 0 || skip === 0);
  return new ListPart({
    rows: Array.isArray(rows) ? rows : new RawJson(rows.json),
    total: isLast ? skip + count : await list.total(),
    last: count === limit ? last : undefined,
    page: limit === undefined || after ? undefined : asked.page,
  });
};

/** Reads the page asked for of a list whose rows each include the total number. */
export const readCountedPage = async <Asked extends Parameters<typeof offsetOf>[0], Row>(
  ...read: Parameters<typeof countedPage<Asked, Row>>
): Promise<ListPart<Row>> => new ListPart(await countedPage(...read));
