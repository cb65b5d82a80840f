import type { ContactNumber, Correction, CorrectionChange } from '@campus/contract';
import { sql } from 'kysely';
import type { Db, Transaction } from '../../db/db.ts';
import { containing } from '../../db/sql.ts';
import type { CorrectableRecord } from './students.queries.ts';

const requests = (db: Db) =>
  db
    .selectFrom('correction_requests as asked')
    .innerJoin('people as student', 'student.id', 'asked.student_id')
    .innerJoin('students', 'students.person_id', 'asked.student_id')
    .innerJoin('people as teacher', 'teacher.id', 'asked.requested_by')
    .leftJoin('people as decider', 'decider.id', 'asked.decided_by');

const selected = (query: ReturnType<typeof requests>) =>
  query.select([
    'asked.id',
    'asked.asks_contact_no',
    'asked.contact_phone_was',
    'asked.contact_phone',
    'asked.asks_address',
    'asked.address_was',
    'asked.address',
    'asked.reason',
    'asked.requested_at',
    'asked.outcome',
    'asked.decided_at',
    'asked.note',
    'asked.outcome_seen_at',
    'student.email',
    'student.name',
    'student.contact_phone as contact_phone_now',
    'student.address as address_now',
    'students.roll_no',
    'teacher.name as requestedBy',
    'decider.name as decidedBy',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof selected>['executeTakeFirstOrThrow']>>;

const changesOf = (row: Row): CorrectionChange[] => [
  ...(row.asks_contact_no
    ? [
        {
          field: 'contactNo' as const,
          was: row.contact_phone_was,
          now: row.contact_phone_now,
          proposed: row.contact_phone,
        },
      ]
    : []),
  ...(row.asks_address
    ? [
        {
          field: 'address' as const,
          was: row.address_was,
          now: row.address_now,
          proposed: row.address,
        },
      ]
    : []),
];

const correctionOf = (row: Row): Correction => ({
  id: row.id,
  student: { email: row.email, name: row.name, rollNo: row.roll_no },
  changes: changesOf(row),
  reason: row.reason,
  state: (row.outcome ?? 'open') as Correction['state'],
  requestedBy: row.requestedBy,
  requestedAt: row.requested_at.toISOString(),
  decidedBy: row.decidedBy,
  decidedAt: row.decided_at?.toISOString() ?? null,
  note: row.note,
  seen: row.outcome_seen_at !== null,
});

/** Part of a list: at most `limit` rows after the one with the id `after`, or after `skip` rows. */
export interface Part {
  readonly limit: number | undefined;
  readonly after: string | undefined;
  readonly skip: number;
}

export const correctionById = async (db: Db, id: string): Promise<Correction | undefined> => {
  const row = await selected(requests(db)).where('asked.id', '=', id).executeTakeFirst();
  return row && correctionOf(row);
};

export const requestsOfTeacher = async (
  db: Db,
  teacherId: string,
  { limit, after, skip }: Part,
): Promise<Correction[]> => {
  let query = selected(requests(db))
    .where('asked.requested_by', '=', teacherId)
    .orderBy('asked.id', 'desc');
  if (after !== undefined) query = query.where('asked.id', '<', after);
  else if (skip) query = query.offset(skip);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(correctionOf);
};

export const countOfTeacher = async (db: Db, teacherId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('correction_requests')
    .where('requested_by', '=', teacherId)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

export const countUnseenOutcomes = async (db: Db, teacherId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('correction_requests')
    .where('requested_by', '=', teacherId)
    .where('outcome', 'is not', null)
    .where('outcome_seen_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

export const openRequestsOfStudent = async (db: Db, studentId: string): Promise<Correction[]> => {
  const rows = await selected(requests(db))
    .where('asked.student_id', '=', studentId)
    .where('asked.outcome', 'is', null)
    .orderBy('asked.id')
    .execute();
  return rows.map(correctionOf);
};

export interface Listing {
  readonly state: 'open' | 'decided';
  readonly search: string | undefined;
}

const listed = (db: Db, { state, search }: Listing) => {
  const all = requests(db).where('asked.outcome', state === 'open' ? 'is' : 'is not', null);
  if (!search) return all;
  const like = containing(search);
  return all.where((where) =>
    where.or([
      where('student.name', 'ilike', like),
      where('student.email', 'ilike', like),
      where('students.roll_no', 'ilike', like),
    ]),
  );
};

/** The open requests as they came, or the decided ones with the last decision first. */
export const listRequests = async (
  db: Db,
  listing: Listing,
  { limit, after, skip }: Part,
): Promise<Correction[]> => {
  const open = listing.state === 'open';
  let query = selected(listed(db, listing));
  query = open
    ? query.orderBy('asked.id')
    : query.orderBy('asked.decided_at', 'desc').orderBy('asked.id', 'desc');
  if (after !== undefined)
    query = open
      ? query.where('asked.id', '>', after)
      : query.where(
          sql<boolean>`(asked.decided_at, asked.id) <
            (select decided_at, id from correction_requests where id = ${after})`,
        );
  else if (skip) query = query.offset(skip);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(correctionOf);
};

export const countRequests = async (db: Db, listing: Listing): Promise<number> => {
  const { n } = await listed(db, listing)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

export interface NewRequest {
  readonly studentId: string;
  readonly teacherId: string;
  /** What the student's record says now. */
  readonly record: CorrectableRecord;
  /** Undefined: not asked for; null: asked to become blank. */
  readonly contactNo: ContactNumber | null | undefined;
  readonly address: string | null | undefined;
  readonly reason: string | null;
}

export const insertRequest = async (tx: Transaction, request: NewRequest): Promise<string> => {
  const { record, contactNo, address } = request;
  const { id } = await tx
    .insertInto('correction_requests')
    .values({
      student_id: request.studentId,
      requested_by: request.teacherId,
      reason: request.reason,
      asks_contact_no: contactNo !== undefined,
      ...(contactNo !== undefined && { contact_phone_was: record.contactPhone }),
      ...(contactNo && {
        contact_no: String(contactNo.contactNo),
        contact_phone: contactNo.contactPhone,
      }),
      asks_address: address !== undefined,
      ...(address !== undefined && { address_was: record.address, address }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The teachers who made these requests, as far as there are such requests. */
export const teachersOf = (db: Db, ids: readonly string[]): Promise<{ teacherId: string }[]> =>
  db
    .selectFrom('correction_requests')
    .where('id', 'in', ids)
    .select('requested_by as teacherId')
    .execute();

/** Those of the requests that are decided count as looked at; the first look is kept. */
export const storeSeen = (db: Db, ids: readonly string[]) =>
  db
    .updateTable('correction_requests')
    .where('id', 'in', ids)
    .where('outcome', 'is not', null)
    .where('outcome_seen_at', 'is', null)
    .set({ outcome_seen_at: sql<Date>`now()` })
    .execute();
