import { validate } from './validate.ts';
import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';

const position = z.strictObject({
  value: z.string().nullable(),
  id: z.string().regex(/^\d{1,18}$/),
});
export type Position = z.infer<typeof position>;

/** A cursor is opaque to clients: the position after which the next page starts. */
const writeCursor = (at: Position): string =>
  Buffer.from(JSON.stringify([at.value, at.id])).toString('base64url');

export const readCursor = (cursor: string | undefined): Position | undefined => {
  if (cursor === undefined) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    parts = null;
  }
  const [value, id] = Array.isArray(parts) ? parts : [];
  return validate(position, { value, id }, 'malformed');
};

/** Pages by number: how many rows come before one. Without a limit there is one page. */
export const skippedBy = (asked: {
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}): number => ((asked.page ?? 1) - 1) * (asked.limit ?? 0);

/** Says in the headers how many rows match and where the next page is. */
export const describePage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: { total: number; next: Position | undefined },
): void => {
  reply.header('x-total-count', page.total);
  if (!page.next) return;
  const url = new URL(request.url, 'http://campus');
  url.searchParams.set('cursor', writeCursor(page.next));
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
};

/** The part of a list that a request asks for. */
export interface Part {
  readonly limit: number | undefined;
  readonly after: Position | undefined;
  readonly skip: number;
}

/** Answers a list, or the part of it that is asked for, with headers that say what part it is. */
export const answerPart = async <Row extends { readonly id: string }>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  asked: {
    readonly limit?: number | undefined;
    readonly cursor?: string | undefined;
    readonly page?: number | undefined;
  },
  list: {
    readonly rows: (part: Part) => Promise<Row[]>;
    readonly total: () => Promise<number>;
    /** What the list is sorted by before the id. */
    readonly value?: (row: Row) => string | null;
  },
): Promise<Row[]> => {
  const { limit } = asked;
  const rows = await list.rows({ limit, after: readCursor(asked.cursor), skip: skippedBy(asked) });
  const last = rows.at(-1);
  describePage(request, reply, {
    total: limit === undefined ? rows.length : await list.total(),
    next:
      last && rows.length === limit
        ? { value: list.value?.(last) ?? null, id: last.id }
        : undefined,
  });
  return rows;
};
