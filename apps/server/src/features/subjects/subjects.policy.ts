import type { IsoDate, subjects } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Actor, Call } from '../../http/call.ts';
import { found, forbidden } from '../../campus-error.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { isRecordId, type PartOfSubject, type TeachingScope } from '../../db/sql.ts';
import { inTransaction, type Refusals } from '../../db/transaction.ts';
import { invalid } from '../../http/refusals.ts';
import { noSuchSubject, noSuchTerm, refuseClosedTerm } from './refusals.ts';
import { lockSubject, subjectById } from './subject-page.queries.ts';
import {
  areInSections,
  helpedParts,
  lockActiveTeacher,
  readSubjectContext,
  type SubjectContext,
} from './subjects.queries.ts';

/** Reads a subject in which something is about to be created, and locks it against deletion. */
export const subjectContext = async (tx: Transaction, subjectId: string): Promise<SubjectContext> =>
  found(await readSubjectContext(tx, subjectId, 'shared'), noSuchSubject);

/** Locks a subject for a change; closing its term waits for the lock. */
export const lockOpenSubject = async (
  tx: Transaction,
  subjectId: string,
  lock: 'shared' | 'exclusive' = 'shared',
) => {
  const subject = found(await lockSubject(tx, subjectId, lock), noSuchSubject);
  refuseClosedTerm(subject.term);
  return subject;
};

/** A subject as on its page. */
export const subjectDetails = async (campus: Pick<Campus, 'db' | 'today'>, subjectId: string) =>
  found(await subjectById(campus, subjectId), noSuchSubject);

/** Locks a subject, makes a change in one transaction and returns the subject as on its page. */
export const changeOpenSubject = async (
  { campus, params: { subjectId } }: Pick<Call<typeof subjects.readSubject>, 'campus' | 'params'>,
  refusals: Refusals,
  change: (tx: Transaction, subject: Awaited<ReturnType<typeof lockOpenSubject>>) => Promise<void>,
) => {
  await inTransaction(campus.db, refusals, async (tx) =>
    change(tx, await lockOpenSubject(tx, subjectId)),
  );
  return subjectDetails(campus, subjectId);
};

/** The id of the active teacher with an e-mail, locked; `field` names the e-mail in the request. */
export const lockTeacher = async (tx: Transaction, field: string, email: string) => {
  const teacher = await lockActiveTeacher(tx, email);
  if (!teacher) throw invalid(field, `No teacher has the e-mail ${email}.`);
  return teacher.id;
};

/** `mark`: attendance; `grade`: exams and assignments. */
type Work = 'mark' | 'grade';

const refusals: Readonly<Record<Work, string>> = {
  mark: 'You help in this subject, but not with attendance.',
  grade: 'You help in this subject, but not with marks.',
};

interface OfTeacher {
  readonly subjectId: string;
  readonly teacherId: string;
  /** Its term has not been opened yet. */
  readonly planned: boolean;
}

/**
 * Requires the actor to be an administrator, or the teacher of the subject or a helper with this work. Returns the
 * actor's roles as a helper, or null when none is needed.
 */
const requireHelp = (actor: Actor, work: Work, { subjectId, teacherId, planned }: OfTeacher) => {
  if (actor.role === 'admin') return null;
  // Only administrators know of a subject in a planned term.
  if (planned) throw noSuchSubject();
  if (actor.id === teacherId) return null;
  const helping = actor.helpsIn.filter((one) => one.subjectId === subjectId);
  if (helping.length === 0) throw forbidden('This subject belongs to another teacher.');
  const doing = helping.filter((one) => one[work]);
  if (doing.length === 0) throw forbidden(refusals[work]);
  return doing;
};

/** The sections that somebody helps in; null: the whole subject. */
const sectionsIn = (helping: Actor['helpsIn'] | null): readonly string[] | null => {
  const sections = helping?.flatMap(({ sectionId }) => sectionId ?? []) ?? null;
  return sections?.length === helping?.length ? sections : null;
};

/** The sections of a subject in which the actor does this work; null: the whole subject. */
const sectionsOf = (actor: Actor, work: Work, subject: OfTeacher): readonly string[] | null =>
  sectionsIn(requireHelp(actor, work, subject));

/** The sections whose attendance this person may mark; null: the whole subject. */
export const sectionsMarked = (actor: Actor, subject: OfTeacher) =>
  sectionsOf(actor, 'mark', subject);

/** The sections whose students this person grades; null: the whole subject. */
export const sectionsGraded = (actor: Actor, subject: OfTeacher) =>
  sectionsOf(actor, 'grade', subject);

/** Requires the right to manage exams and assignments themselves, which concern all students of a subject. */
const requireGrading = (actor: Actor, subject: OfTeacher): void => {
  if (sectionsGraded(actor, subject))
    throw forbidden('This is for all students of the subject. You grade those of a section.');
};

/**
 * Requires the right to do this work in the subject. The `TeachingScope` it returns limits section helpers to their students.
 */
export const requireTeaching = (
  actor: Actor,
  work: Work,
  subject: OfTeacher,
): TeachingScope | null => {
  requireHelp(actor, work, subject);
  return teachingScope(actor, work);
};

export const requireTeachingOf = async (db: Db, actor: Actor, work: Work, subjectId: string) =>
  requireTeaching(
    actor,
    work,
    found(await readSubjectContext(db, subjectId, 'none'), noSuchSubject),
  );

/** Requires the right to grade these students. */
export const requireStudents = async (
  db: Db,
  actor: Actor,
  subject: OfTeacher,
  students: readonly string[],
): Promise<void> => {
  const sections = sectionsGraded(actor, subject);
  if (sections && !(await areInSections(db, students, sections)))
    throw forbidden('You grade a section of this subject. This student is not in it.');
};

/** As `sectionsMarked`, for the classes of a day: helpers mark from their first day in each section on. */
export const sectionsMarkedOn = (actor: Actor, subject: OfTeacher, day: IsoDate) => {
  const helping = requireHelp(actor, 'mark', subject);
  const begun = helping?.filter(({ fromOn }) => fromOn <= day) ?? null;
  if (begun?.length === 0) {
    const [first] = helping?.map(({ fromOn }) => fromOn).toSorted() ?? [];
    throw forbidden(`You mark classes of this subject from ${first} on. Choose that day or later.`);
  }
  return sectionsIn(begun);
};

/** The subjects and sections to which lists are limited for this person and work; null: no limit. */
export const teachingScope = (actor: Actor, work?: Work): TeachingScope | null =>
  actor.role === 'admin'
    ? null
    : [
        [actor.id, null],
        ...actor.helpsIn
          .filter((one) => !work || one[work])
          .map(({ subjectId, sectionId }): PartOfSubject => [subjectId, sectionId]),
      ];

/** As `teachingScope`, for the given teacher; the actor may be an administrator. */
export const teachingScopeOf = async (
  { db, today }: Pick<Campus, 'db' | 'today'>,
  actor: Actor,
  teacherId: string,
  work: Work,
): Promise<TeachingScope> =>
  (actor.id === teacherId && teachingScope(actor, work)) || [
    [teacherId, null],
    ...(await helpedParts(db, { teacherId, work, today: today() })),
  ];

/** Lets only administrators change things in a closed term; `what` names them in the refusal. */
export const requireOpenTerm = (
  actor: Actor,
  context: Pick<SubjectContext, 'termClosed'>,
  what: 'attendance' | 'exams' | 'assignments',
): void => {
  if (context.termClosed && actor.role !== 'admin')
    throw forbidden(
      `The term of this subject is closed. An administrator can still correct its ${what}.`,
    );
};

type OfTerm = OfTeacher & Pick<SubjectContext, 'termClosed'>;

export const requireMayChange = (
  actor: Actor,
  context: OfTerm,
  what: 'exams' | 'assignments',
): void => {
  requireGrading(actor, context);
  requireOpenTerm(actor, context, what);
};

/** Requires the right to change marks of some students; `requireStudents` checks which. */
export const requireMayChangeMarks: typeof requireMayChange = (actor, context, what) => {
  requireTeaching(actor, 'grade', context);
  requireOpenTerm(actor, context, what);
};

/** Refuses, as unknown, a term id that no term can have. */
export const refuseNoTerm = (termId: string | undefined): void => {
  if (termId !== undefined && !isRecordId(termId)) throw noSuchTerm();
};
