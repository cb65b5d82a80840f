import type { BodyOf, IsoDate, ReplyOf, SubjectEnrolment, subjectPage } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { refuseDuplicates } from '../../db/constraints.ts';
import { isRecordId } from '../../db/record-id.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import * as queries from './enrolments.queries.ts';
import { noSuchSubject, refuseClosed } from './refusals.ts';
import { holdSubject } from './subject-page.queries.ts';

export { countEnrolments, listEnrolments } from './enrolments.queries.ts';

const overlaps = { enrolments_do_not_overlap: 'This student is enrolled on one of these days.' };

const requireInTerm = (
  field: string,
  day: IsoDate,
  term: { readonly name: string; readonly startsOn: IsoDate; readonly endsOn: IsoDate },
): void => {
  if (day < term.startsOn)
    throw invalid(field, `${term.name} begins on ${term.startsOn}. Choose that day or later.`);
  if (day > term.endsOn)
    throw invalid(field, `${term.name} ends on ${term.endsOn}. Choose that day or earlier.`);
};

/** Enrols one student from a day on. A student who was dropped gets a new row. */
export const addEnrolment = async (
  campus: Campus,
  actor: Actor,
  subjectId: string,
  { studentEmail, fromOn }: BodyOf<typeof subjectPage.addEnrolment>,
): Promise<SubjectEnrolment> => {
  if (!isRecordId(subjectId)) throw noSuchSubject();
  return refuseDuplicates(overlaps, () =>
    inTransaction(campus.db, async (tx) => {
      const subject = await holdSubject(tx, subjectId);
      if (!subject) throw noSuchSubject();
      refuseClosed(subject.term);
      const student = await queries.studentToEnrol(tx, studentEmail);
      if (!student) throw invalid('studentEmail', `No student has the e-mail ${studentEmail}.`);
      if (!student.active)
        throw invalid('studentEmail', `${student.name} is not an active student.`);
      requireInTerm('fromOn', fromOn, subject.term);
      const [taken] = await queries.periodsWithin(tx, { subjectId, studentId: student.id }, fromOn);
      if (taken)
        throw new CampusError(
          'duplicate',
          taken.toOn === null
            ? `${student.name} is enrolled from ${taken.fromOn} on already.`
            : `${student.name} is enrolled from ${taken.fromOn} to ${taken.toOn}. Choose a later day.`,
        );
      const enrolment = { subjectId, studentId: student.id, fromOn, addedBy: actor.id };
      const id = await queries.insertEnrolment(tx, enrolment);
      return queries.enrolmentById(tx, subjectId, id);
    }),
  );
};

/** Gives an enrolment its last day, or another one. Marks after it stay, and are counted. */
export const dropEnrolment = async (
  campus: Campus,
  actor: Actor,
  enrolmentId: string,
  { lastDay }: BodyOf<typeof subjectPage.dropEnrolment>,
): Promise<ReplyOf<typeof subjectPage.dropEnrolment>> => {
  const missing = new CampusError('not_found', 'There is no such enrolment.');
  if (!isRecordId(enrolmentId)) throw missing;
  return refuseDuplicates(overlaps, () =>
    inTransaction(campus.db, async (tx) => {
      const owner = await queries.enrolmentOwner(tx, enrolmentId);
      if (!owner) throw missing;
      const subject = await holdSubject(tx, owner.subjectId);
      if (!subject) throw missing;
      refuseClosed(subject.term);
      const enrolment = await queries.enrolmentById(tx, owner.subjectId, enrolmentId);
      const { studentName, fromOn } = enrolment;
      requireInTerm('lastDay', lastDay, subject.term);
      if (lastDay < fromOn)
        throw invalid(
          'lastDay',
          `${studentName} is enrolled from ${fromOn}. Choose that day or later.`,
        );
      const later = (await queries.periodsWithin(tx, owner, fromOn)).find(
        (period) => period.fromOn > fromOn,
      );
      if (later && later.fromOn <= lastDay)
        throw invalid(
          'lastDay',
          `${studentName} is enrolled again from ${later.fromOn}. Choose an earlier day.`,
        );
      if (lastDay !== enrolment.toOn)
        await queries.endEnrolment(tx, enrolmentId, lastDay, actor.id);
      return {
        ...(await queries.enrolmentById(tx, owner.subjectId, enrolmentId)),
        marksAfter: await queries.marksAfter(tx, owner, lastDay, later?.fromOn ?? null),
      };
    }),
  );
};
