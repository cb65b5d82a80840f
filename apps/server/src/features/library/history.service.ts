import type { bookHistory } from '@campus/contract';
import { CampusError } from '../../campus-error.ts';
import type { Handler } from '../../http/call.ts';
import { ListPart, readCursor } from '../../http/pages.ts';
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
export const readBookHistory: Handler<typeof bookHistory.readBookHistory> = async (call) => {
  const { campus, params, query } = call;
  const { limit } = query;
  const after = placeOf(query.cursor);
  if (!(await bookById(campus.db, params.bookId, campus.today()))) throw noSuchBook();
  const rows = await historyOf(campus.db, params.bookId, { limit, after });
  const end = rows.at(-1);
  return new ListPart({
    rows: rows.map(({ at: _at, ...event }) => event),
    total: await countHistory(campus.db, params.bookId),
    last: end && rows.length === limit ? { value: end.at, id: end.id } : undefined,
  });
};
