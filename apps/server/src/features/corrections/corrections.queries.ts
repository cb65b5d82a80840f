import type { ContactNumber, Correction } from '@campus/contract';
import { sql } from 'kysely';
import {
  boolean,
  type Db,
  integer,
  number,
  text,
  textOrNull,
  type Transaction,
} from '../../db/db.ts';
import { listOf } from '../../db/lists.ts';
import { insertedId, instant, rowWith, searchExpression, studentSearchKey } from '../../db/sql.ts';

const requests = (db: Db) =>
  db
    .selectFrom('correction_requests as asked')
    .innerJoin('people as student', 'student.id', 'asked.student_id')
    .innerJoin('students', 'students.person_id', 'asked.student_id')
    .innerJoin('people as teacher', 'teacher.id', 'asked.requested_by')
    .leftJoin('people as decider', 'decider.id', 'asked.decided_by');

const student = sql<Correction['student']>`json_build_object(
  'email', student.email, 'name', student.name, 'rollNo', students.roll_no)`;

const changes = sql<Correction['changes']>`(
  select json_agg(json_build_object('field', field, 'was', was, 'now', now, 'proposed', proposed))
  from (values
    ('contactNo', asked.asks_contact_no, asked.contact_phone_was, student.contact_phone,
      asked.contact_phone),
    ('address', asked.asks_address, asked.address_was, student.address, asked.address)
  ) as change (field, asks, was, now, proposed)
  where asks)`;

const selected = (query: ReturnType<typeof requests>) =>
  query.select([
    'asked.id',
    student.as('student'),
    changes.as('changes'),
    'asked.reason',
    sql<Correction['state']>`coalesce(asked.outcome, 'open')`.as('state'),
    'teacher.name as requestedBy',
    sql.raw<string>(instant('asked.requested_at')).as('requestedAt'),
    'decider.name as decidedBy',
    sql.raw<string | null>(instant('asked.decided_at')).as('decidedAt'),
    'asked.note',
    sql<boolean>`asked.outcome_seen_at is not null`.as('seen'),
  ]);

export const correctionById = (db: Db, id: string): Promise<Correction> =>
  selected(requests(db)).where('asked.id', '=', id).executeTakeFirstOrThrow();

/** Those decided or asked last first. */
const latestFirst = (query: ReturnType<typeof requests>) =>
  listOf(
    query,
    (rows) =>
      selected(rows)
        .orderBy(sql`coalesce(asked.decided_at, asked.requested_at)`, 'desc')
        .orderBy('asked.id', 'desc'),
    (rows, { id }) =>
      rows.where(
        sql<boolean>`(coalesce(asked.decided_at, asked.requested_at), asked.id) <
          (select coalesce(decided_at, requested_at), id from correction_requests where id = ${id})`,
      ),
  );

/** A teacher's requests: a new outcome is on the first page. */
export const requestsOfTeacher = (db: Db, teacherId: string) =>
  latestFirst(requests(db).where('asked.requested_by', '=', teacherId));

const unseen = 'outcome is not null and outcome_seen_at is null';

export const countUnseenOutcomes = (db: Db, teacherId: string) =>
  db.value(
    integer,
    `select count(*)::int from correction_requests where requested_by = $1 and ${unseen}`,
    [teacherId],
  );

export const openRequestsOfStudent = (db: Db, studentId: string): Promise<Correction[]> =>
  selected(requests(db))
    .where('asked.student_id', '=', studentId)
    .where('asked.outcome', 'is', null)
    .orderBy('asked.id')
    .execute();

/** The open requests, oldest first, or the decided ones, last decision first. */
export const requestsList = (db: Db, state: 'open' | 'decided', search?: string) => {
  const all = requests(db).where('asked.outcome', state === 'open' ? 'is' : 'is not', null);
  const found = search ? all.where(searchExpression(studentSearchKey('student.id'), search)) : all;
  if (state === 'open')
    return listOf(
      found,
      (rows) => selected(rows).orderBy('asked.id'),
      (rows, { id }) => rows.where('asked.id', '>', id),
    );
  return latestFirst(found);
};

/** Of the values asked for, undefined means unchanged, and null means blank. */
export const insertRequest = (
  tx: Transaction,
  request: {
    readonly studentId: string;
    readonly teacherId: string;
    /** The student's current record. */
    readonly record: Awaited<ReturnType<typeof recordOf>>;
    readonly contactNo: ContactNumber | null | undefined;
    readonly address: string | null | undefined;
    readonly reason: string | null;
  },
): Promise<string> => {
  const { record, contactNo, address } = request;
  return insertedId(
    tx.insertInto('correction_requests').values({
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
    }),
  );
};

/** The teachers of these requests; requests that do not exist are left out. */
export const teachersOf = (db: Db, ids: readonly string[]) =>
  db.rows(
    { teacherId: text },
    'select requested_by::text as "teacherId" from correction_requests where id = any($1)',
    [ids],
  );

/** Marks the decided ones among these requests as seen; the time of the first look is kept. */
export const storeSeen = (db: Db, ids: readonly string[]) =>
  db.query(
    `update correction_requests set outcome_seen_at = now() where id = any($1) and ${unseen}`,
    [ids],
  );

const lockedRequest = {
  studentId: text,
  asksContactNo: boolean,
  contactNo: number.nullable(),
  contactPhone: textOrNull,
  asksAddress: boolean,
  address: textOrNull,
};

/**
 * Locks a request, so that of two who decide, the second waits. Of the values asked for, undefined means unchanged,
 * and null means blank.
 */
export const lockRequest = async (tx: Transaction, id: string) => {
  const row = await tx.row(
    lockedRequest,
    `select student_id::text as "studentId", asks_contact_no as "asksContactNo", address,
       contact_no::float8 as "contactNo", contact_phone as "contactPhone",
       asks_address as "asksAddress"
     from correction_requests where id = $1 for update`,
    [id],
  );
  if (!row) return undefined;
  const { studentId, contactNo, contactPhone } = row;
  const both = contactNo === null || contactPhone === null ? null : { contactNo, contactPhone };
  return {
    studentId,
    contactNo: row.asksContactNo ? both : undefined,
    address: row.asksAddress ? row.address : undefined,
  };
};

export const storeDecision = (
  tx: Transaction,
  id: string,
  decision: { outcome: 'approved' | 'refused'; note: string | null; actorId: string },
) =>
  tx.query(
    `update correction_requests set outcome = $2, note = $3, decided_by = $4, decided_at = now()
     where id = $1`,
    [id, decision.outcome, decision.note, decision.actorId],
  );

export const activeStudent = async (db: Db, who: { id: string } | { email: string }) =>
  (await rowWith(db, 'people', { ...who, role: 'student', active: true }, ['id']))?.id;

/** The fields of a student that a correction may change. */
export const recordOf = (db: Db, id: string) =>
  db.one(
    { email: text, contactPhone: textOrNull, address: textOrNull },
    'select email, contact_phone as "contactPhone", address from people where id = $1',
    [id],
  );
