import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changeSchema, inputSchema, recordShape } from '../../fields/field-schemas.ts';
import { count, id, isoDate, subjectNames, textOrNull } from '../../values/replies.ts';
import { enrollment, termState } from './subjects.contract.ts';
import { termFields } from './term.fields.ts';
import { listLimits } from '../../values/list-limits.ts';
import { flag, idInBody, optionalText } from '../../values/requests.ts';

export const term = z.object({
  id,
  ...recordShape(termFields, ['admin']),
  state: termState,
  /** When, and the name of who closed it; null unless the term is closed. */
  closedAt: textOrNull,
  closedBy: textOrNull,
  /** Given if the term was closed before its last day. */
  closingReason: textOrNull,
  /** Whether the closing may be undone: it was the last one, and the term opened then is still open. */
  canReopen: z.boolean(),
  subjects: count,
  /** First and last day with a mark; the dates of the term cannot exclude them. */
  firstClassOn: isoDate().nullable(),
  lastClassOn: isoDate().nullable(),
  version: z.int(),
});
export type Term = z.infer<typeof term>;

export const listTerms = endpoint('GET /terms', adminOnly('registrar', 'exam_office'), {
  summary: 'All terms, latest first',
  reply: z.array(term),
});

export const exportTerms = exportOf(listTerms, 'terms_exported', 'terms');

export const createTerm = endpoint('POST /terms', adminOnly('registrar'), {
  act: 'term_created',
  summary: 'Plan a term; its dates must not overlap another’s',
  body: inputSchema(termFields),
  reply: term,
  status: 201,
});

/**
 * Enrolments that begin on the first day of the term move with it. In a closed term only the name can be
 * changed.
 */
export const changeTerm = endpoint('PATCH /terms/:termId', adminOnly('registrar'), {
  act: 'term_changed',
  summary: 'Change the name or dates of a term',
  body: changeSchema(termFields),
  reply: term,
  ifMatch: true,
});

export const openTerm = endpoint('POST /terms/:termId/open', adminOnly('registrar'), {
  act: 'term_opened',
  summary: 'Open a planned term; refused while another is open',
  reply: term,
});

export const deleteTerm = endpoint('DELETE /terms/:termId', adminOnly('registrar'), {
  act: 'term_deleted',
  summary: 'Delete a planned term and its subjects, as long as nothing is planned in them',
});

export const termSubjects = endpoint('GET /terms/:termId/subjects', adminOnly('registrar'), {
  summary: 'The subjects of any term, including closed ones',
  reply: z.array(enrollment),
});

export const exportTermSubjects = exportOf(termSubjects, 'subjects_exported', 'subjects');

const standing = z.object({ semester: z.int().nullable(), year: z.int().nullable() });

/** The students who move from one semester and year to another; `examples` has the names of the first three. */
export const promotionStep = z.object({
  from: standing,
  to: standing,
  students: count,
  examples: z.array(z.string()),
});
export type PromotionStep = z.infer<typeof promotionStep>;

/** A subject as it will be in the next term, with the students its audience brings. */
export const carriedSubject = z.object({
  /** Id of the subject that is carried over; a prepared subject has its own. */
  id,
  ...subjectNames,
  credits: z.int(),
  teacherName: z.string(),
  /** In words: "Everyone" or "B.Tech, semester 3". */
  audience: z.string(),
  students: count,
});

/** The subjects of the open term, and which of them a planned term already has. */
export const termCarry = z.object({
  dryRun: z.boolean(),
  from: z.object({ id, name: z.string() }),
  /** Subjects of the open term, with the students currently in their audience. */
  subjects: z.array(
    carriedSubject.extend({
      there: z.boolean().meta({ description: 'Whether the planned term already had this subject' }),
    }),
  ),
  carried: count,
});
export type TermCarry = z.infer<typeof termCarry>;

/** Subjects the planned term already has, by origin or code, are left as they are. */
export const carryOver = endpoint('POST /terms/:termId/carry', adminOnly('registrar'), {
  act: 'subjects_carried',
  summary:
    'Carry subjects of the open term over into a planned one; nobody is enrolled until it opens',
  query: z.strictObject({ dryRun: flag }),
  body: z.strictObject({
    subjects: z.union([z.literal('all'), z.array(idInBody).max(listLimits.rows)]),
  }),
  large: true,
  reply: termCarry,
});

/** A student who may be about to graduate. */
export const leaver = z.object({
  id,
  name: z.string(),
  email: z.string(),
  univId: textOrNull,
  rollNo: textOrNull,
  course: z.string(),
  semester: z.int(),
  /** Library books to return. */
  loans: count,
});
export type Leaver = z.infer<typeof leaver>;

export const listLeavers = endpoint('GET /terms/:termId/leavers', adminOnly('registrar'), {
  summary:
    'Active students in the last semester of their programme, if its number of semesters is known, but for those on leave when the term ends, by name',
  reply: z.array(leaver),
});

export const exportLeavers = exportOf(
  {
    ...listLeavers,
    query: z.strictObject({
      search: optionalText(200, 'Search'),
      /** Only students with something to settle before they leave. */
      open: flag,
    }),
  },
  'leavers_exported',
  'leavers',
);

/** What closing a term would do, or has done. */
export const termClosing = z.object({
  dryRun: z.boolean(),
  /**
   * Identifies this outcome. Sent with the real run, it makes the server refuse (409) if the campus has
   * changed so that the outcome would differ.
   */
  plan: z.string(),
  term: z.object({ id, name: z.string(), endsOn: isoDate() }),
  next: z.object({
    /** Null in a dry run if the term is to be created. */
    id: id.nullable(),
    ...recordShape(termFields, ['admin']),
  }),
  promotion: z.object({
    rule: z.string(),
    promoted: count,
    unchanged: count,
    steps: z.array(promotionStep),
  }),
  /** Subjects of a prepared term come first. */
  subjects: z.array(carriedSubject),
  /** Subjects the next term already had. */
  prepared: count,
  graduates: count,
  /** Subjects that are not carried over. */
  leftBehind: count,
  enrolmentsClosed: count,
  enrolmentsOpened: count,
  /** Sentences a person should read before closing. */
  warnings: z.array(z.string()),
});
export type TermClosing = z.infer<typeof termClosing>;

/** Responds 409 if the term is already closed, so a repeated request has no effect. */
export const closeTerm = endpoint('POST /terms/:termId/close', adminOnly('registrar'), {
  act: 'term_closed',
  summary: 'Close the open term and open the next; with dryRun=true, only report what would happen',
  description:
    'In one transaction, students are promoted, subjects carried over and enrolments ended on the last day of the term. Marks and history stay. If the plan of a dry run is sent along, the server refuses when the outcome would now differ from it.',
  query: z.strictObject({
    dryRun: flag,
  }),
  body: z.strictObject({
    /** A planned term, or one to create. */
    next: z.union([z.strictObject({ termId: idInBody }), inputSchema(termFields)]),
    promote: z
      .strictObject({ semester: z.boolean(), year: z.boolean() })
      .refine(({ semester, year }) => semester || !year, {
        path: ['year'],
        message: 'The year follows the semester: promote both, the semester alone, or neither',
      }),
    carrySubjects: z.union([z.literal('all'), z.array(idInBody).max(listLimits.rows)]),
    /** The graduates and their last day; other leavers stay in their semester. */
    graduates: z
      .strictObject({ on: isoDate('Last day'), students: z.array(idInBody).max(listLimits.rows) })
      .nullish(),
    /** Required before the last day of the term; kept in its history. */
    reason: optionalText(300, 'Reason'),
    plan: z.string().max(100).nullish(),
  }),
  large: true,
  reply: termClosing,
});

/** Restores students, enrolments and the next term. Refused (409) once anything depends on the new term. */
export const reopenTerm = endpoint('POST /terms/:termId/reopen', adminOnly('registrar'), {
  act: 'term_reopened',
  summary: 'Undo the closing of a term; possible until the first mark in the term it opened',
  reply: term,
});
