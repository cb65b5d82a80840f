import type { BookEvent } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { isRecordId } from '../../db/sql.ts';
import { CampusError } from '../../campus-error.ts';
import { type Position, readCursor } from '../../http/pages.ts';
import { bookById } from './books.queries.ts';
import { countHistory, type EventPlace, historyOf } from './history.queries.ts';
import { noSuchBook } from './refusals.ts';

const placeOf = (cursor: string | undefined): EventPlace | undefined => {
  const position = readCursor(cursor);
  if (!position) return undefined;
  const { value, id } = position;
  if (value === null || !/^-?\d{1,17}$/.test(value))
    throw new CampusError('malformed', 'The cursor must be one that came with a page.');
  return { at: value, id };
};

/** A page of what happened to a book, all of it without `limit`. */
export const readBookHistory = async (
  campus: Campus,
  bookId: string,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ events: BookEvent[]; total: number; next: Position | undefined }> => {
  const after = placeOf(cursor);
  if (!isRecordId(bookId) || !(await bookById(campus.db, bookId, campus.today())))
    throw noSuchBook();
  const rows = await historyOf(campus.db, bookId, { limit, after });
  const last = rows.at(-1);
  return {
    events: rows.map(({ at: _at, ...event }) => event),
    total: await countHistory(campus.db, bookId),
    next: last && rows.length === limit ? { value: last.at, id: last.id } : undefined,
  };
};
