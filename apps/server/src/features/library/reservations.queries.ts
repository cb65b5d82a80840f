import { copyCode, type DeskReservation, lending, type QueryOf } from '@campus/contract';
import { z } from 'zod';
import { type Db, integer, text, type Transaction } from '../../db/db.ts';
import { counted, type Paged } from '../../db/lists.ts';
import { instant, searchCondition, searchKeyOf } from '../../db/sql.ts';
import { deskKeys, readerColumns } from './borrowers.queries.ts';

const { copyCode: _copyCode, ...shown } = lending.deskReservation.shape;
const reservationRow = z.object({ ...shown, number: integer.nullable() });

const columns = `
  waiting.id::text, waiting.book_id::text as "bookId", book.title, book.author,
  waiting.held_until as "heldUntil", copy.number, ${instant('waiting.made_at')} as "madeAt",
  (select count(*)::int from reservations before where before.book_id = waiting.book_id
   and before.ended_at is null and before.id <= waiting.id) as position,
  ${readerColumns}`;

const joins = `
  join books book on book.id = waiting.book_id
  join people person on person.id = waiting.person_id
  left join book_copies copy on copy.id = waiting.copy_id`;

const reservationOf = ({ number, ...row }: z.infer<typeof reservationRow>): DeskReservation => ({
  ...row,
  copyCode: number === null ? null : copyCode(row.bookId, number),
});

export const reservationById = async (db: Db, id: string): Promise<DeskReservation | undefined> => {
  const row = await db.row(
    reservationRow,
    `select ${columns} from reservations waiting ${joins}
     where waiting.id = $1 and waiting.ended_at is null`,
    [id],
  );
  return row && reservationOf(row);
};

export const reservationsOfPerson = async (db: Db, personId: string) => {
  const rows = await db.rows(
    reservationRow,
    `select ${columns} from reservations waiting ${joins}
     where waiting.person_id = $1 and waiting.ended_at is null
     order by waiting.held_until, waiting.id`,
    [personId],
  );
  return rows.map(reservationOf);
};

const searchKey = searchKeyOf(...deskKeys);

/** The current reservations, those with a copy at the desk first, and how many there are. */
export const listReservations = async (
  db: Db,
  list: Paged<QueryOf<typeof lending.listReservations>>,
) => {
  const rows = await db.rows(
    { ...reservationRow.shape, total: integer },
    `select ${columns}, (count(*) over ())::int as total
     from reservations waiting ${joins}
     where waiting.ended_at is null
       and ($1::text is null or ${searchCondition(searchKey, '$1')})
     order by waiting.held_until nulls last, waiting.id limit $2 offset $3`,
    [list.search || null, list.limit, list.skip],
  );
  return counted(rows, reservationOf);
};

export const insertReservation = (tx: Transaction, bookId: string, personId: string) =>
  tx.value(
    text,
    'insert into reservations (book_id, person_id) values ($1, $2) returning id::text',
    [bookId, personId],
  );
