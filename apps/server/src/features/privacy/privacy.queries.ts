import { z } from 'zod';
import {
  boolean,
  buffer,
  type Db,
  integer,
  number,
  text,
  texts,
  timestamp,
  type Transaction,
} from '../../db/db.ts';
import { fetchPages } from '../../db/sql.ts';
import { type Part, parts, personColumns } from './person-data.ts';

const person = z.object({
  id: text,
  name: text,
  email: text,
  role: z.enum(['admin', 'teacher', 'student']),
  active: boolean,
  erased: boolean,
  issuer: text.nullable(),
  subject: text.nullable(),
  /** Present and former addresses, without those that somebody else has by now. */
  emails: texts,
});
export type PersonOfData = z.infer<typeof person>;

export const personById = (db: Db, id: string) =>
  db.row(
    person,
    `select id::text, name, email, role, active, erased_at is not null as erased,
       identity_issuer as issuer, identity_subject as subject,
       array(select addresses_of(id)) as emails
     from people where id = $1`,
    [id],
  );

type Of = Pick<PersonOfData, 'id' | 'emails'>;

const asked = 'with asked (who, emails) as (values ($1::bigint, $2::text[]))';
const rowsOf = ({ source, where }: Part): string => `${source} stored, asked where ${where}`;

/** In a long transaction: what somebody of the staff did is found by reading whole tables. */
export const countParts = async (tx: Transaction, { id, emails, role }: PersonOfData) => {
  const theirs = parts.filter(({ ofStaff }) => role !== 'student' || !ofStaff);
  const counts = theirs.map(
    (part, at) => `select ${at} as at, count(*)::int as count from ${rowsOf(part)}`,
  );
  const rows = await tx.rows(
    { at: integer, count: integer },
    `${asked} ${counts.join(' union all ')}`,
    [id, emails],
  );
  return theirs.map((part, at) => ({
    ...part,
    count: rows.find((row) => row.at === at)?.count ?? 0,
  }));
};

/** What replaces the id of another record, which means nothing outside Campus. */
const named: Readonly<Record<string, readonly [as: string, select: string]>> = {
  subject_id: ['subject', `select name || ' (' || code || ')' from subjects where id =`],
  term_id: ['term', 'select name from terms where id ='],
  exam_id: ['exam', 'select title from exams where id ='],
  assignment_id: ['assignment', 'select title from assignments where id ='],
  event_id: ['event', 'select title from events where id ='],
  book_id: ['book', 'select title from books where id ='],
  copy_id: [
    'book',
    'select title from book_copies join books on books.id = book_id where book_copies.id =',
  ],
  session_id: [
    'class',
    `select name || ' (' || code || '), ' || held_on from class_sessions
     join subjects on subjects.id = subject_id where class_sessions.id =`,
  ],
};
const names = Object.entries(named).map(
  ([column, [as, select]]) =>
    `case when line ? '${column}' then jsonb_build_object('${as}', (${select} (line->>'${column}')::bigint)) else '{}' end`,
);
const unnamed = [...personColumns, ...Object.keys(named)].map((column) => `'${column}'`);

/**
 * The rows of a part, each as the JSON of an array that holds it alone, without other people and with names instead
 * of ids; `own`: only those the person may see.
 */
export const rowsOfPart = (tx: Transaction, part: Part, { id, emails }: Of, own: boolean) =>
  fetchPages(
    tx,
    z.object({ json: text }),
    `${asked} select jsonb_pretty(jsonb_build_array(line - array[${unnamed.join(', ')}] || ${names.join(' || ')})) as json
     from (select to_jsonb(kept) as line from (
       select ${part.columns} from ${rowsOf(part)} and (${own ? part.own : 'true'})) kept) lines`,
    [id, emails],
  );

const file = z.object({
  folder: text,
  name: text,
  type: text,
  size: number,
  at: timestamp,
  source: z.enum(['profile_images', 'assignment_contents', 'calendars', 'class_infos']),
  key: text,
});
export type FileOfPerson = z.infer<typeof file>;

/** Files that only staff can have stored. */
const filesOfStaff = `
     union all
     select 'Files of assignments/' || assignments.title, file.name, stored.type, stored.size, added_at,
       'assignment_contents', stored.id::text
     from assignment_files file join assignment_contents stored on stored.id = content_id
     join assignments on assignments.id = assignment_id where added_by = $1
     union all
     select 'Calendars', file_name, 'application/pdf', size, uploaded_at, 'calendars', id::text
     from calendars where uploaded_by = $1
     union all
     select 'Class information', file_name, 'application/pdf', size, uploaded_at, 'class_infos', id::text
     from class_infos where uploaded_by = $1 or teacher_id = $1`;

/** The files about a person or stored by them, without their contents. */
export const filesOf = (db: Db, { id, role }: Pick<PersonOfData, 'id' | 'role'>) =>
  db.rows(
    file,
    `select 'Picture' as folder, 'Picture' as name, type, octet_length(content)::float8 as size,
       stored_at as at, 'profile_images' as source, person_id::text as key
     from profile_images where person_id = $1
     union all
     select 'Hand-ins/' || assignments.title, 'Version ' || version || ', ' || file.name, stored.type,
       stored.size, handed_in_at, 'assignment_contents', stored.id::text
     from hand_ins join hand_in_files file on file.hand_in_id = hand_ins.id
     join assignment_contents stored on stored.id = content_id
     join assignments on assignments.id = assignment_id where student_id = $1
     ${role === 'student' ? '' : filesOfStaff}
     order by 1, 5`,
    [id],
  );

export const bytesOf = (db: Db, { source, key }: FileOfPerson) =>
  db.value(
    buffer.optional(),
    `select content from ${source} where ${source === 'profile_images' ? 'person_id' : 'id'} = $1`,
    [key],
  );

/** Removes the person from their record and from all histories; see migration 120. */
export const erase = (tx: Transaction, id: string) => tx.query('select erase_person($1)', [id]);

/** Locks the bulk changes that a person was in; their subjects and their record come after this. */
export const lockBatchesOf = (tx: Transaction, id: string) =>
  tx.query(
    `select from student_batches where id in (
       select batch_id from student_batch_students where student_id = $1) order by id for no key update`,
    [id],
  );

export const lockPersonRecord = async (tx: Transaction, id: string) => {
  await tx.query('select from students where person_id = $1 for no key update', [id]);
  await tx.query('select from people where id = $1 for no key update', [id]);
};
