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
