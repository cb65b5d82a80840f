import type { IsoDate } from '@campus/contract';
import type { Actor } from '../../http/call.ts';
import { found, forbidden } from '../../campus-error.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { isRecordId, type Taught } from '../../db/sql.ts';
import { noSuchSubject, noSuchTerm } from './refusals.ts';
import { readSubjectContext, type SubjectContext } from './subjects.queries.ts';

/** Of a subject in which something is to be made: it is not deleted meanwhile. */
export const subjectContext = async (tx: Transaction, subjectId: string): Promise<SubjectContext> =>
  found(await readSubjectContext(tx, subjectId, 'held'), noSuchSubject);

/** Whether it is about attendance, or about exams and assignments. */
type Work = 'mark' | 'grade';

const refusals: Readonly<Record<Work, string>> = {
  mark: 'You help in this subject, without its attendance.',
  grade: 'You help in this subject, without its marks.',
};

/** A teacher reaches what belongs to the subjects they teach or help in, an administrator what belongs to any. */
export const requireTeaching = (
  actor: Actor,
  work: Work,
  { subjectId, teacherId }: { readonly subjectId: string; readonly teacherId: string },
): void => {
  if (actor.role === 'admin' || actor.id === teacherId) return;
  const helping = actor.helpsIn.filter((one) => one.subjectId === subjectId);
  if (helping.length === 0) throw forbidden('This subject belongs to another teacher.');
  if (!helping.some((one) => one[work])) throw forbidden(refusals[work]);
};

/** Who helps in a subject marks classes from their first day on. */
export const requireDay = (
  actor: Actor,
  subject: Parameters<typeof requireTeaching>[2],
  day: IsoDate,
): void => {
  if (actor.role === 'admin' || actor.id === subject.teacherId) return;
  const days = actor.helpsIn.flatMap((one) =>
    one.subjectId === subject.subjectId && one.mark ? [one.fromOn] : [],
  );
  const first = days.toSorted()[0];
  if (first && day < first)
    throw forbidden(`You mark classes of this subject from ${first} on. Choose that day or later.`);
};

export const requireTeachingOf = async (
  db: Db,
  actor: Actor,
  work: Work,
  subjectId: string,
): Promise<void> =>
  requireTeaching(
    actor,
    work,
    found(await readSubjectContext(db, subjectId, 'looking'), noSuchSubject),
  );

/** Whose subjects a list over many subjects is about, where a person has to do with this work; null: everybody's. */
export const taughtBy = (actor: Actor, work?: Work): Taught | null =>
  actor.role === 'admin'
    ? null
    : [actor.id, ...actor.helpsIn.flatMap((one) => (!work || one[work] ? [one.subjectId] : []))];

/** The same of one teacher: of others only what they teach themselves. */
export const taughtByTeacher = (actor: Actor, teacherId: string, work: Work): Taught =>
  (actor.id === teacherId && taughtBy(actor, work)) || [teacherId];

/** What a closed term holds is corrected by an administrator alone; `what` it holds: "exams". */
export const requireChanging = (
  actor: Actor,
  context: Pick<SubjectContext, 'subjectId' | 'teacherId' | 'termClosed'>,
  what: 'attendance' | 'exams' | 'assignments',
): void => {
  requireTeaching(actor, what === 'attendance' ? 'mark' : 'grade', context);
  if (context.termClosed && actor.role !== 'admin')
    throw forbidden(
      `The term of this subject is closed. An administrator can still correct its ${what}.`,
    );
};

/** Of the term that a list is asked for: an id that no term can have. */
export const refuseNoTerm = (termId: string | undefined): void => {
  if (termId !== undefined && !isRecordId(termId)) throw noSuchTerm();
};
