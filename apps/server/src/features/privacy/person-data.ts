import { inPlannedTerm } from '../../db/sql.ts';

/** What erasing a person does to rows about them; what others did always stays. */
type Erased = 'removed' | 'blanked' | 'stays';

interface PersonTable {
  /** The name of its files in an archive, also used in sentences. */
  readonly name: string;
  /** Columns that make a row be about a person. */
  readonly about?: readonly string[];
  /** Columns that say that a person did something to a record of the university or of somebody else. */
  readonly by?: readonly string[];
  /** Students are in `by` as well. Elsewhere only staff are: nobody's role ever changes. */
  readonly byStudents?: true;
  readonly erased: Erased;
  /** For `blanked` rows: the columns that are blank afterwards, also in all histories. */
  readonly blanked?: readonly string[];
  /** The columns to export of a row about a person; by default the whole row without files. */
  readonly tells?: readonly string[];
  /** The columns to export of what a person did; the others may be about somebody else. */
  readonly shows?: readonly string[];
  /** A view to read instead of the table, with one row per row about a person. */
  readonly view?: string;
  /** Which rows about a person they may see themselves; all by default. */
  readonly own?: string;
}

/** Whether a subject is of no planned term, of which only administrators see anything. */
const notPlanned = (subject: string): string =>
  `not exists (select from subjects where subjects.id = ${subject} and ${inPlannedTerm})`;

/** A view of rows by `kind` and `record_id`, with whose they are. */
const withPerson = (columns: string, rows: string): string =>
  `(select ${columns}, rows.kind, person_id, subject_id, published from ${rows} as rows
    join records_of_people as record on record.kind = rows.kind and record.id = record_id)`;
const ownRecords = `published and ${notPlanned('stored.subject_id')}`;
const withoutPeople = (json: string): string =>
  `${json} - array['studentId', 'subjectId', 'droppedBy'] as ${json}`;

const did = ['changed_at'];
const change = ['field', ...did];

/**
 * Every column that refers to a person, with what an export and an erasure do with it; defined here alone. A test
 * compares it with the foreign keys of the database, with `withoutForeignKey` and with names of columns, and
 * `erase_person` (migration 120) with `erased`.
 */
// oxfmt-ignore
export const personTables: Readonly<Record<string, PersonTable>> = {
  people: { name: 'Person', about: ['id', 'identity_subject'], by: ['created_by'], erased: 'blanked', shows: ['role', 'created_at'], blanked: ['univ_id', 'dob', 'gender', 'contact_no', 'contact_phone', 'address', 'identity_issuer', 'identity_subject'] },
  students: { name: 'Student', about: ['person_id'], erased: 'blanked', blanked: ['away_reason', 'roll_no', 'nationality', 'blood_group', 'parent_name', 'parent_contact_no', 'parent_contact_phone', 'parent_occupation'] },
  faculty: { name: 'Teacher', about: ['person_id'], erased: 'stays' },
  student_directory: { name: 'Place in the list of students', about: ['person_id'], erased: 'stays', tells: ['status'] },
  person_changes: { name: 'Changes of the record', about: ['person_id'], by: ['changed_by'], byStudents: true, erased: 'blanked', shows: change },
  profile_images: { name: 'Picture', about: ['person_id'], by: ['stored_by'], byStudents: true, erased: 'removed', tells: ['type', 'stored_at'], shows: ['stored_at'] },
  account_outbox: { name: 'Mails', about: ['person_id', 'email'], erased: 'removed' },
  kept_mails: { name: 'Mails kept by the demo', about: ['recipient'], erased: 'removed' },
  event_feeds: { name: 'Private calendar address', about: ['person_id'], erased: 'removed', tells: ['created_at'] },
  correction_requests: { name: 'Correction requests', about: ['student_id'], by: ['requested_by', 'decided_by'], erased: 'removed', shows: ['requested_at', 'decided_at', 'outcome'] },

  trail: { name: 'Trail', about: ['record_id'], by: ['person_id'], byStudents: true, erased: 'blanked', blanked: ['address', 'browser', 'details'], tells: ['at', 'kind', 'role'], shows: ['at', 'kind', 'address', 'browser'] },

  enrolments: { name: 'Enrolments', about: ['student_id'], by: ['added_by', 'dropped_by'], erased: 'stays', shows: ['subject_id', 'created_at'], own: notPlanned('stored.subject_id') },
  withdrawn_enrolments: { name: 'Enrolments before the withdrawal', about: ['student_id'], by: ['added_by'], erased: 'removed', shows: ['subject_id', 'withdrawn_on'], own: notPlanned('stored.subject_id') },
  closing_students: { name: 'Standing before and after a closing', about: ['student_id'], erased: 'stays' },
  closing_enrolments: { name: 'Enrolments before and after a closing', about: ['enrolment_id'], erased: 'stays', view: '(select student_id, subject_id, closing.to_on, ended_on from closing_enrolments as closing join enrolments on enrolments.id = enrolment_id)', tells: ['subject_id', 'to_on', 'ended_on'] },
  student_batch_students: { name: 'Acts on many students', about: ['student_id'], erased: 'stays', tells: ['batch_id', 'skipped', 'before'] },
  student_batches: { name: 'Acts on many students done', by: ['made_by', 'undone_by'], erased: 'stays', shows: ['action', 'made_at', 'applied_at', 'undone_at'] },
  move_in_batches: { name: 'Files moved in', by: ['made_by', 'undone_by'], erased: 'stays', shows: ['kind', 'made_at', 'undone_at'] },
  move_in_records: { name: 'Records in files moved in', about: ['record_id'], erased: 'stays', view: withPerson('made_at, before, after', '(select * from move_in_records join move_in_batches on id = batch_id)'), tells: ['kind', 'subject_id', 'made_at', withoutPeople('before'), withoutPeople('after')], own: ownRecords },
  foreign_ids: { name: 'Source IDs', about: ['record_id'], erased: 'removed', view: withPerson('foreign_id', 'foreign_ids'), tells: ['kind', 'subject_id', 'foreign_id'], own: ownRecords },
  opening_balances: { name: 'Attendance before Campus', about: ['student_id'], erased: 'stays' },
  seats: { name: 'Places in classes', about: ['student_id'], erased: 'stays', tells: ['subject_id'] },
  class_sessions: { name: 'Attendance', about: ['present'], by: ['marked_by', 'corrected_by'], erased: 'blanked', view: 'attendance_marks', blanked: ['remarks'], shows: ['subject_id', 'held_on', 'marked_at'] },
  class_submissions: { name: 'Changes of attendance', about: ['present'], by: ['changed_by'], erased: 'blanked', view: 'attendance_mark_changes', blanked: ['remarks', 'previous_remarks'], shows: ['session_id', 'version', ...did] },
  seat_tallies: { name: 'Attendance by subject', about: ['present'], erased: 'stays', view: 'attendance_tallies' },
  term_tallies: { name: 'Attendance by term', about: ['student_id'], erased: 'stays' },
  exam_results: { name: 'Exam results', about: ['student_id'], by: ['marked_by'], erased: 'stays', shows: ['exam_id', 'marked_at'], own: 'exists (select from exams where exams.id = exam_id and published_at is not null)' },
  exam_result_changes: { name: 'Changes of exam results', about: ['student_id'], by: ['changed_by'], erased: 'stays', shows: ['exam_id', ...did], own: 'published' },
  hand_ins: { name: 'Hand-ins', about: ['student_id'], erased: 'blanked', blanked: ['body'] },
  hand_in_marks: { name: 'Marks of assignments', about: ['student_id'], by: ['marked_by', 'returned_by'], erased: 'blanked', blanked: ['comment'], shows: ['assignment_id', 'marked_at', 'returned_at'], own: 'returned_at is not null' },
  unreturned_work: { name: 'Work not returned yet', about: ['student_id'], erased: 'stays' },
  hand_in_mark_changes: { name: 'Changes of marks of assignments', about: ['student_id'], by: ['changed_by'], erased: 'blanked', blanked: ['comment'], shows: ['assignment_id', 'event', ...did], own: `(event <> 'marked' or 'returned' = (select event from hand_in_mark_changes last
    where last.assignment_id = stored.assignment_id and last.student_id = stored.student_id
      and last.id < stored.id and last.event <> 'marked' order by last.id desc limit 1))` },
  assignment_extensions: { name: 'Extensions of assignments', about: ['student_id'], by: ['changed_by'], erased: 'blanked', blanked: ['reason'], shows: ['assignment_id', 'due_at', ...did], own: `reason = ''` },
  marking_phrases: { name: 'Phrases for comments', about: ['person_id'], erased: 'removed' },
  file_tallies: { name: 'Stored files', about: ['owner_id'], erased: 'stays' },
  loans: { name: 'Loans', about: ['person_id'], by: ['lent_by', 'returned_to'], erased: 'stays', shows: ['copy_id', 'lent_on', 'returned_on'] },
  loan_events: { name: 'Changes of loans', by: ['done_by'], byStudents: true, erased: 'stays', shows: ['kind', 'done_at'] },
  reservations: { name: 'Reservations', about: ['person_id'], erased: 'stays' },

  subjects: { name: 'Subjects taught', about: ['teacher_id'], by: ['deleted_by'], erased: 'stays', shows: ['name', 'code', 'deleted_at'], own: notPlanned('stored.id') },
  subject_teachers: { name: 'Subjects taught with others', about: ['person_id'], by: ['added_by'], erased: 'stays', shows: ['kind', 'from_on', 'to_on'], own: notPlanned('stored.subject_id') },
  class_infos: { name: 'Class information', about: ['teacher_id'], by: ['uploaded_by', 'removed_by'], erased: 'removed', tells: ['file_name', 'uploaded_at'], shows: ['file_name', 'uploaded_at'] },
  terms: { name: 'Terms closed', by: ['closed_by', 'deleted_by'], erased: 'stays', shows: ['name', 'closed_at', 'deleted_at'] },
  announcements: { name: 'Announcements', by: ['created_by', 'deleted_by'], erased: 'stays', shows: ['title', 'message', 'created_at', 'deleted_at'] },
  assignments: { name: 'Assignments set', by: ['created_by', 'deleted_by'], erased: 'stays', shows: ['title', 'description', 'created_at', 'deleted_at'] },
  assignment_files: { name: 'Files of assignments', by: ['added_by', 'removed_by'], erased: 'stays', shows: ['assignment_id', 'name', 'added_at', 'removed_at'] },
  calendars: { name: 'Calendars', by: ['uploaded_by'], erased: 'stays', shows: ['title', 'file_name', 'uploaded_at'] },
  events: { name: 'Events', by: ['created_by', 'deleted_by'], erased: 'stays', shows: ['title', 'note', 'created_at', 'deleted_at'] },
  exams: { name: 'Exams', by: ['created_by', 'published_by', 'deleted_by'], erased: 'stays', shows: ['title', 'created_at', 'published_at', 'deleted_at'] },
  books: { name: 'Books', by: ['created_by', 'retired_by'], erased: 'stays', shows: ['title', 'created_at', 'retired_at'] },
  grading_scales: { name: 'Grading scales', by: ['set_by'], erased: 'stays', shows: ['set_at'] },
  assignment_changes: { name: 'Changes of assignments', by: ['changed_by'], erased: 'stays', shows: ['assignment_id', ...change] },
  book_changes: { name: 'Changes of books', by: ['changed_by'], erased: 'stays', shows: ['book_id', ...change] },
  campus_settings_changes: { name: 'Changes of settings', by: ['changed_by'], erased: 'stays', shows: change },
  event_changes: { name: 'Changes of events', by: ['changed_by'], erased: 'stays', shows: ['event_id', ...change] },
  exam_changes: { name: 'Changes of exams', by: ['changed_by'], erased: 'stays', shows: ['exam_id', ...change] },
  record_changes: { name: 'Changes of subjects and terms', about: ['before', 'after'], by: ['changed_by'], erased: 'stays', tells: ['subject_id', ...change], shows: ['subject_id', 'term_id', ...change], own: notPlanned('stored.subject_id') },
};

/** As a value: as a column to join with, the database would read all of `records_of_people`. */
const ofTheirs = 'person_id = (select who from asked)';
const seat = { is: 'a place of an array, by `seats`', where: 'student_id = who' };
const formerEmail = (column: string) => ({
  is: 'the e-mail of a teacher, or begins with that of a helper',
  where: `field in ('emailId', 'helper') and split_part(${column}, ',', 1) = any (emails)`,
});

/**
 * The references that are not foreign keys: what they are, and which rows belong to a person, given the id `who` and
 * `emails`, all addresses they have or had.
 */
// oxfmt-ignore
export const withoutForeignKey: Readonly<Record<string, { readonly is: string; readonly where: string }>> = {
  'people.identity_subject': { is: 'the account at the identity service', where: 'false' },
  'account_outbox.email': { is: 'an e-mail', where: 'email = any (emails)' },
  'kept_mails.recipient': { is: 'an e-mail', where: 'recipient = any (emails)' },
  'record_changes.before': formerEmail('before'),
  'record_changes.after': formerEmail('after'),
  'class_sessions.present': seat,
  'class_sessions.corrected_by': { is: 'an array of people', where: 'who = any (corrected_by)' },
  'class_submissions.present': seat,
  'seat_tallies.present': seat,
  'closing_enrolments.enrolment_id': { is: 'an enrolment', where: 'student_id = who' },
  'foreign_ids.record_id': { is: 'a record, as `kind` says', where: ofTheirs },
  'move_in_records.record_id': { is: 'a record, as `kind` of its batch says', where: ofTheirs },
  'trail.record_id': { is: 'a record, as `record_kind` says', where: `record_kind = 'person' and record_id = who` },
  'file_tallies.owner_id': { is: 'a person, an assignment or the campus, as `quota` says', where: `quota = 'person' and owner_id = who` },
};

/** Rows about a person, or about what they did. */
export interface Part {
  readonly table: string;
  readonly name: string;
  readonly kind: 'about' | 'by';
  /** Whether no student has any. */
  readonly ofStaff: boolean;
  readonly columns: string;
  readonly source: string;
  readonly where: string;
  /** Which of the rows the person may see. */
  readonly own: string;
  readonly erased: Erased;
}

export const parts: readonly Part[] = Object.entries(personTables).flatMap(([table, described]) =>
  (['about', 'by'] as const).flatMap((kind) => {
    const { name, byStudents = false, view, tells, shows = [], own = 'true', erased } = described;
    const meant = described[kind]?.map(
      (column) => `(${withoutForeignKey[`${table}.${column}`]?.where ?? `stored.${column} = who`})`,
    );
    if (!meant) return [];
    const ofStaff = kind === 'by' && !byStudents;
    const part = { table, name, kind, ofStaff, where: `(${meant.join(' or ')})` };
    if (kind === 'about')
      return {
        ...part,
        columns: tells?.join(', ') ?? 'stored.*',
        source: view ?? table,
        own,
        erased,
      };
    return { ...part, columns: shows.join(', '), source: table, own: 'true', erased: 'stays' };
  }),
);

/** Columns that name other people. */
export const personColumns: readonly string[] = [
  ...new Set(
    parts.flatMap(({ table }) => {
      const { about = [], by = [] } = personTables[table] ?? {};
      return [...about, ...by].filter((column) => /_(id|by|subject)$/.test(column));
    }),
  ),
];
