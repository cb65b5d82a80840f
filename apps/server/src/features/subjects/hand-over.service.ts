import type { Db, Transaction } from '../../db/db.ts';
import { conflict } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import { describeAct } from '../../db/acts.ts';
import { storeVersion } from '../../db/history.ts';
import { refuseClosedTerm } from './refusals.ts';
import { lockSubject } from './subject-page.queries.ts';
import { lockActiveTeacher, subjectsTaughtBy, type TaughtSubject } from './subjects.queries.ts';

interface HandOver {
  readonly from: { readonly id: string; readonly email: string; readonly name: string };
  readonly toEmail: string;
  readonly subjectIds: readonly string[] | 'all';
  readonly actorId: string;
}

const handedOverMeanwhile = (from: HandOver['from']) =>
  conflict(`${from.name} no longer teaches one of these subjects. Nothing was handed over.`);

const chosen = (
  taught: readonly TaughtSubject[],
  { from, subjectIds }: HandOver,
): readonly string[] => {
  const ids = taught.map(({ id }) => id);
  if (subjectIds === 'all') {
    if (ids.length === 0) throw conflict(`${from.name} has no subjects to hand over.`);
    return ids;
  }
  if (subjectIds.some((id) => !ids.includes(id))) throw handedOverMeanwhile(from);
  return ids.filter((id) => subjectIds.includes(id));
};

/** Hands subjects over from one teacher to another, all or none, and records it in each subject's history. */
export const handOverSubjects = async (tx: Transaction, wish: HandOver): Promise<void> => {
  const { from, toEmail, actorId } = wish;
  const teacher = await lockActiveTeacher(tx, toEmail);
  if (!teacher) throw invalid('toEmail', `No active teacher has the e-mail ${toEmail}.`);
  if (teacher.id === from.id) throw invalid('toEmail', `Choose another teacher than ${from.name}.`);
  const ids = chosen(await subjectsTaughtBy(tx, from.id), wish);
  describeAct({ count: ids.length });
  for (const id of ids) {
    const subject = await lockSubject(tx, id);
    if (subject?.emailId !== from.email) throw handedOverMeanwhile(from);
    refuseClosedTerm(subject.term);
    const changes = [{ field: 'emailId', before: from.email, after: toEmail }];
    await storeVersion(tx, 'subject', id, { teacher_id: teacher.id }, { changes, actorId });
  }
};

/** Refuses to deactivate a teacher who still has subjects: they must be handed over first. */
export const refuseWhileTeaching = async (db: Db, personId: string): Promise<void> => {
  const taught = await subjectsTaughtBy(db, personId);
  const [first] = taught;
  if (!first) return;
  const what =
    taught.length === 1
      ? `${first.subjectName} (${first.subjectCode})`
      : `${taught.length} subjects`;
  const terms = [...new Set(taught.map(({ termName }) => termName))];
  throw conflict(
    `This teacher still teaches ${what} in ${terms.join(' and ')}. Hand that over to someone else first.`,
  );
};
