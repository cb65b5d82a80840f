import type { attendance, BodyOf } from '@campus/contract';
import { describeAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Handler, ownEmail } from '../../http/call.ts';
import { CampusError, found } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { invalid } from '../../http/refusals.ts';
import { noSuchSubject, requireOpenTerm, sectionsMarkedOn } from '../subjects/index.ts';
import {
  conflictsSince,
  lockOrCreateSession,
  type SentMarks,
  storeMarks,
} from './submission.queries.ts';

type Submission = BodyOf<typeof attendance.submitAttendance>;

const columnsOf = (marks: Submission['studentAttendances']): SentMarks => {
  const emails = marks.map((mark) => mark.studentEmail);
  const seen = new Set<string>();
  const twice = emails.find((email) => seen.size === seen.add(email).size);
  if (twice !== undefined)
    throw invalid('studentAttendances', `The student ${twice} is in the list more than once.`);
  return {
    emails,
    present: marks.map((mark) => mark.present),
    remarks: marks.map((mark) => mark.remarks),
  };
};

/**
 * Marks a class in one transaction; sending the same again changes nothing. With `seen`, the version the screen
 * started from, it refuses to overwrite marks that somebody else has changed to something else.
 */
export const submitAttendance: Handler<typeof attendance.submitAttendance> = async (call) => {
  const { campus, actor, body, seen } = call;
  const { subjectId, date, facultyEmail } = body;
  const today = campus.today();
  if (date > today)
    throw invalid('date', `Attendance cannot be marked for a day after today (${today}).`);
  const sent = columnsOf(body.studentAttendances);

  const changed = await inTransaction(campus.db, async (tx) => {
    const opened = found(await lockOrCreateSession(tx, subjectId, date), noSuchSubject);
    const subject = { ...opened, subjectId };
    const sections = sectionsMarkedOn(actor, subject, date);
    requireOpenTerm(actor, subject, 'attendance');
    // Helpers send their own e-mail.
    const itself = actor.role === 'teacher' && ownEmail(actor, facultyEmail) === actor.email;
    if (facultyEmail !== opened.teacherEmail && !itself)
      throw invalid('facultyEmail', `${facultyEmail} is not the teacher of this subject.`);
    if (date < opened.startsOn)
      throw invalid('date', `This subject begins on ${opened.startsOn}. Choose that day or later.`);
    if (date > opened.endsOn)
      throw invalid(
        'date',
        `The term of this subject ended on ${opened.endsOn}. Choose that day or earlier.`,
      );
    const at = { subjectId, sessionId: opened.sessionId, date, sections };
    if (isStale(seen, opened.version, 0)) {
      const conflicts = await conflictsSince(tx, at, seen, sent);
      if (conflicts.length > 0)
        throw new CampusError(
          'conflict',
          'Someone else has marked this class in the meantime. Nothing was overwritten.',
          { details: conflicts },
        );
    }
    const by = { actorId: actor.id, correction: actor.role === 'admin' };
    const stored = await storeMarks(tx, at, sent, by);
    if (stored.notEnrolled.length > 0)
      throw invalid(
        'studentAttendances',
        `Not enrolled in ${sections ? 'a section of yours' : 'this subject'} on ${date}: ${stored.notEnrolled.slice(0, 10).join(', ')}`,
      );
    if (stored.counted)
      throw invalid(
        'date',
        `${stored.counted.name} has an opening balance in this subject until ${stored.counted.until}: a mark of a day up to it would count twice. Choose a later day, or ask an administrator to change the balance.`,
      );
    describeAct({ recordId: subjectId, count: sent.emails.length });
    return stored.changed;
  });
  return {
    message: 'Attendance submitted successfully!',
    subjectId,
    date,
    submitted: sent.emails.length,
    changed,
  };
};
