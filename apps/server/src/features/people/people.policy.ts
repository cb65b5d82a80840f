import {
  facultyFields,
  type FacultyProfile,
  type Reader,
  shownTo,
  studentFields,
  type StudentProfile,
} from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { forbidden } from '../../campus-error.ts';
import type { Db } from '../../db/db.ts';
import type { Actor } from '../../http/call.ts';
import { emailsTaughtBy } from '../subjects/index.ts';

/** Allows people their own records, and administrators anybody's. */
export const requireOwnUnlessAdmin = (actor: Actor, email: string): void => {
  if (actor.role !== 'admin' && actor.email !== email) throw forbidden();
};

/** Only administrators may list people who have left. */
export const requireShown = (actor: Actor, show: string | undefined): void => {
  if (actor.role !== 'admin' && show !== undefined && show !== 'active') throw forbidden();
};

/**
 * Returns the role as which the actor reads each of these students. Every reply to a teacher with fields of a student
 * must use it. It takes one query if the campus restricts what teachers see, otherwise none.
 */
export const readersOf = async (
  campus: Pick<Campus, 'settings' | 'today'> & { readonly db: Db },
  actor: Actor,
  emails: readonly string[],
): Promise<(email: string) => Reader> => {
  if (actor.role !== 'teacher' || !campus.settings.needToKnow) return () => actor.role;
  const taught = new Set(await emailsTaughtBy(campus.db, actor.id, emails, campus.today()));
  return (email) => (taught.has(email) ? actor.role : 'otherTeacher');
};

/** The profile without the fields this reader may not see. */
export const visibleStudent = (reader: Reader, profile: Required<StudentProfile>): StudentProfile =>
  shownTo(reader, studentFields, profile, ['id', 'stuImage']);

export const visibleTeacher = (actor: Actor, profile: FacultyProfile): FacultyProfile =>
  shownTo(actor.role, facultyFields, profile, ['id', 'teacherImage']);
