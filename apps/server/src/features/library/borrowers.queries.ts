import type { Borrower, IsoDate } from '@campus/contract';
import type { Db, Transaction } from '../../db/db.ts';

/** A person as far as it decides about lending. */
export interface BorrowerRow extends Omit<Borrower, 'maxLoans' | 'refusal' | 'role'> {
  readonly role: 'admin' | 'teacher' | 'student';
  readonly active: boolean;
  readonly withdrawn: boolean;
}

const select = `
  select person.id::text as "personId", person.name as "personName", person.univ_id as "univId",
    person.email, person.contact_phone as "contactNo", person.role, person.active,
    students.withdrawn_on <= $2 as withdrawn, counts.loans, counts.overdue
  from people person
  left join students on students.person_id = person.id
  cross join lateral (
    select count(*)::int as loans, (count(*) filter (where due_on < $2))::int as overdue
    from loans where person_id = person.id and returned_on is null) as counts
  where person.univ_id = any($1::text[])
  order by person.univ_id = ($1::text[])[1] desc limit 1`;

/** Whose university ID this is, as written and else in other case. */
export const borrowerByUnivId = async (
  db: Db,
  univId: string,
  today: IsoDate,
): Promise<BorrowerRow | undefined> => {
  const { rows } = await db.query<BorrowerRow>(select, [
    [univId, univId.toUpperCase(), univId.toLowerCase()],
    today,
  ]);
  return rows[0];
};

/**
 * Locks a person, so that two desks at once do not lend beyond the limit. Always after the book, which
 * keeps two people who do the same from waiting for each other.
 */
export const holdBorrower = async (tx: Transaction, personId: string): Promise<void> => {
  await tx.query('select from people where id = $1 for no key update', [personId]);
};

export const openLoansOf = async (tx: Transaction, personId: string): Promise<number> => {
  const { rows } = await tx.query<{ n: number }>(
    'select count(*)::int as n from loans where person_id = $1 and returned_on is null',
    [personId],
  );
  return rows[0]?.n ?? 0;
};

export const openReservationsOf = async (tx: Transaction, personId: string): Promise<number> => {
  const { rows } = await tx.query<{ n: number }>(
    'select count(*)::int as n from reservations where person_id = $1 and ended_at is null',
    [personId],
  );
  return rows[0]?.n ?? 0;
};
