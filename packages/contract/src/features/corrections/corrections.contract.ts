import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint, staff } from '../../endpoint.ts';
import type { Access } from '../../permissions.ts';
import { contactNumber } from '../../values/contact-number.ts';
import { count, id, textOrNull } from '../../values/replies.ts';
import {
  changedText,
  email,
  idInBody,
  listQuery,
  optionalText,
  requiredText,
} from '../../values/requests.ts';
import { correctableFields } from './corrections.rules.ts';

/** Administrators change records themselves; only teachers make requests. */
const teacherOnly: Access = { admin: 'none', teacher: 'any', student: 'none' };
const ownOfTeacher: Access = { admin: 'none', teacher: 'own', student: 'none' };

export const correctionChange = z.object({
  field: z.enum(correctableFields),
  /** Absent, like the other values, if the field is not shown to the teacher. */
  was: textOrNull.optional(),
  now: textOrNull.optional(),
  proposed: textOrNull.optional(),
});

export const correction = z.object({
  id,
  student: z.object({ email: z.string(), name: z.string(), rollNo: textOrNull }),
  /** One or two; each field at most once. */
  changes: z.array(correctionChange),
  reason: textOrNull,
  state: z.enum(['open', 'approved', 'refused']),
  /** `requestedBy` and `decidedBy` are names. */
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  decidedBy: textOrNull,
  decidedAt: z.iso.datetime().nullable(),
  /** The administrator’s note to the teacher. */
  note: textOrNull,
  /** Whether the teacher has seen the outcome; false until there is one. */
  seen: z.boolean(),
});
export type Correction = z.infer<typeof correction>;

/** Absent: no change requested. Null or blank: requests clearing the field. */
const proposedNumber = z
  .union([z.null(), z.literal('').transform(() => null), contactNumber('Contact Number')], {
    error: 'Contact Number must be a number of 7 to 15 digits',
  })
  .optional();

export const requestCorrection = endpoint('POST /corrections', teacherOnly, {
  act: 'correction_requested',
  summary: 'Request a correction to a student’s contact number or address',
  body: z
    .strictObject({
      studentEmail: email('Student email').optional(),
      studentId: idInBody.optional(),
      contactNo: proposedNumber,
      address: changedText(500, 'Address'),
      reason: optionalText(1000, 'Reason'),
    })
    .refine(
      ({ studentEmail, studentId }) => (studentEmail === undefined) !== (studentId === undefined),
      {
        path: ['studentEmail'],
        error: 'Say which student is meant: either studentEmail or studentId',
      },
    )
    .refine(({ contactNo, address }) => contactNo !== undefined || address !== undefined, {
      path: ['contactNo'],
      error: 'Say what should change: contactNo, address or both',
    })
    .meta({
      examples: [{ studentEmail: 'student@example.edu', address: '12 Lake Road', reason: 'Moved' }],
    }),
  reply: correction,
  status: 201,
});

export const ownCorrections = endpoint('GET /corrections/mine', ownOfTeacher, {
  act: 'corrections_read',
  summary: 'The teacher’s own requests and their outcomes, those decided or asked last first',
  query: listQuery.omit({ search: true }),
  reply: z.array(correction),
});

export const countUnseen = endpoint('GET /corrections/mine/unseen/count', ownOfTeacher, {
  summary: 'How many of the teacher’s own requests have an outcome they have not seen',
  reply: count,
});

export const markSeen = endpoint('POST /corrections/mine/seen', ownOfTeacher, {
  act: null,
  summary: 'Mark the outcomes of these requests as seen by the teacher',
  body: z.strictObject({ ids: z.array(idInBody).max(1000) }),
});

export const openOfStudent = endpoint('GET /corrections/student/:email', staff('registrar'), {
  act: 'student_corrections_read',
  summary: 'Open requests about a student, whoever made them',
  reply: z.array(correction),
});

export const listCorrections = endpoint('GET /corrections', adminOnly('registrar'), {
  act: 'corrections_read',
  summary: 'All requests: open ones in order of arrival, decided ones newest first',
  /** `search` matches the student’s name, e-mail and roll number. */
  query: listQuery.extend({ state: z.enum(['open', 'decided']).optional() }),
  reply: z.array(correction),
});

export const exportCorrections = exportOf(listCorrections, 'corrections_exported', 'corrections');

export const countOpen = endpoint('GET /corrections/open/count', adminOnly('registrar'), {
  summary: 'How many requests are waiting for a decision',
  reply: count,
});

const seenValue = z.string().max(500).nullable().optional();

/** The `details` of a 409 are `CorrectionChange`s. */
export const approveCorrection = endpoint('POST /corrections/:id/approve', adminOnly('registrar'), {
  act: 'correction_approved',
  summary: 'Approve a request and change the student’s record',
  description:
    'If a field has changed since the request, the approval is refused with 409; its details are the current values. Send them as seen to approve nevertheless.',
  body: z
    .strictObject({
      note: optionalText(1000, 'Note'),
      seen: z.strictObject({ contactNo: seenValue, address: seenValue }).optional(),
    })
    .prefault({}),
  reply: correction,
});

export const refuseCorrection = endpoint('POST /corrections/:id/refuse', adminOnly('registrar'), {
  act: 'correction_refused',
  summary: 'Refuse a request, with a note saying why',
  body: z.strictObject({ note: requiredText(1000, 'Note') }),
  reply: correction,
});
