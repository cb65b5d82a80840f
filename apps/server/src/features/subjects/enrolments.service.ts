import { addDays, type IsoDate, type SubjectEnrolment, type subjects } from '@campus/contract';
import { describeAct } from '../../db/acts.ts';
import type { Transaction } from '../../db/db.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import { CampusError, found } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import * as queries from './enrolments.queries.ts';
import { noSuchEnrolment } from './refusals.ts';
import { lockOpenSubject } from './subjects.policy.ts';

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

/** Locks a subject and checks that `day` is in its term; `field` names the day in the request. */
export const lockForEnrolment = async (
  tx: Transaction,
  subjectId: string,
  field: string,
  day: IsoDate,
  lock: 'shared' | 'exclusive' = 'shared',
) => {
  const subject = await lockOpenSubject(tx, subjectId, lock);
  requireInTerm(field, day, subject.term);
};

/** Enrols a student from a day on. A student who was dropped gets a new row. */
export const addEnrolment: Handler<typeof subjects.addEnrolment> = (call) => {
  const { campus, actor, params } = call;
  const { subjectId } = params;
  const { studentEmail, fromOn } = call.body;
  return inTransaction(campus.db, overlaps, async (tx) => {
    await lockForEnrolment(tx, subjectId, 'fromOn', fromOn);
    const student = await queries.studentToEnrol(tx, studentEmail);
    if (!student) throw invalid('studentEmail', `No student has the e-mail ${studentEmail}.`);
    if (!student.active) throw invalid('studentEmail', `${student.name} is not an active student.`);
    if (student.lastDay !== null && fromOn > student.lastDay)
      throw invalid(
        'fromOn',
        `The last day of ${student.name} is ${student.lastDay}. Choose that day or earlier.`,
      );
    const leave = await queries.leaveWithin(tx, student.id, fromOn);
    if (leave)
      throw invalid('fromOn', `${student.name} is on leave ${leave}. Choose a day after it.`);
    const [taken] = await queries.periodsFrom(tx, { subjectId, studentId: student.id }, fromOn);
    if (taken)
      throw new CampusError(
        'duplicate',
        taken.toOn === null
          ? `${student.name} is enrolled from ${taken.fromOn} on already.`
          : `${student.name} is enrolled from ${taken.fromOn} to ${taken.toOn}. Choose a later day.`,
      );
    const enrolment = { subjectId, studentId: student.id, fromOn, addedBy: actor.id };
    const id = await queries.insertEnrolment(tx, enrolment);
    describeAct({ recordId: student.id, within: { kind: 'subject', id: subjectId } });
    return queries.enrolmentById(tx, subjectId, id);
  });
};

/** Refuses to extend an enrolment by days after the student's last day, or of a leave. */
const requirePresence = async (
  tx: Transaction,
  { studentId, studentName, studentEmail }: SubjectEnrolment,
  from: IsoDate,
  lastDay: IsoDate,
): Promise<void> => {
  const student = await queries.studentToEnrol(tx, studentEmail);
  if (student?.lastDay && lastDay > student.lastDay)
    throw invalid(
      'lastDay',
      `The last day of ${studentName} is ${student.lastDay}. Choose that day or earlier.`,
    );
  const leave = await queries.leaveWithin(tx, studentId, from, lastDay);
  if (leave)
    throw invalid('lastDay', `${studentName} is on leave ${leave}. Choose a day before it.`);
};

/** Sets the last day of an enrolment, or changes it. Marks after that day are kept and counted. */
export const dropEnrolment: Handler<typeof subjects.dropEnrolment> = ({
  campus,
  actor,
  params: { enrolmentId },
  body: { lastDay },
}) =>
  inTransaction(campus.db, overlaps, async (tx) => {
    const owner = found(await queries.enrolmentOwner(tx, enrolmentId), noSuchEnrolment);
    const subject = await lockOpenSubject(tx, owner.subjectId);
    const enrolment = await queries.enrolmentById(tx, owner.subjectId, enrolmentId);
    const { studentName, fromOn } = enrolment;
    describeAct({ recordId: owner.studentId, within: { kind: 'subject', id: owner.subjectId } });
    requireInTerm('lastDay', lastDay, subject.term);
    if (lastDay < fromOn)
      throw invalid(
        'lastDay',
        `${studentName} is enrolled from ${fromOn}. Choose that day or later.`,
      );
    const later = (await queries.periodsFrom(tx, owner, fromOn)).find(
      (period) => period.fromOn > fromOn,
    );
    if (later && later.fromOn <= lastDay)
      throw invalid(
        'lastDay',
        `${studentName} is enrolled again from ${later.fromOn}. Choose an earlier day.`,
      );
    if (enrolment.toOn !== null && lastDay > enrolment.toOn)
      await requirePresence(tx, enrolment, addDays(enrolment.toOn, 1), lastDay);
    const next = addDays(lastDay, 1);
    const paused =
      lastDay === enrolment.toOn &&
      (await queries.leaveWithin(
        tx,
        owner.studentId,
        next < campus.today() ? campus.today() : next,
        next,
      )) !== null;
    if (lastDay !== enrolment.toOn || paused)
      await queries.endEnrolment(tx, enrolmentId, lastDay, actor.id);
    // Who is dropped before a leave, or during it, does not come back after it.
    if (later && (paused || (enrolment.toOn !== null && lastDay < enrolment.toOn)))
      await queries.removeComingBack(tx, owner, campus.today());
    return {
      ...(await queries.enrolmentById(tx, owner.subjectId, enrolmentId)),
      marksAfter: await queries.marksAfter(tx, owner, lastDay, later?.fromOn ?? null),
    };
  });
