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

/** What is of one person: their own, or anybody's for an administrator. */
export const requireOwn = (actor: Actor, email: string): void => {
  if (actor.role !== 'admin' && actor.email !== email) throw forbidden();
};

/** Anyone who has left is shown to administrators only. */
export const requireShown = (actor: Actor, show: string | undefined): void => {
  if (actor.role !== 'admin' && show !== undefined && show !== 'active') throw forbidden();
};

/**
 * As whom the actor reads each of these students. Every answer to a teacher that holds a field of a student
 * asks here; it takes one query where the campus narrows what teachers see, and none otherwise.
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

/** Of a profile what the fields say this reader sees. */
export const visibleStudent = (reader: Reader, profile: Required<StudentProfile>): StudentProfile =>
  shownTo(reader, studentFields, profile, ['id', 'stuImage']);

export const visibleTeacher = (actor: Actor, profile: FacultyProfile): FacultyProfile =>
  shownTo(actor.role, facultyFields, profile, ['id', 'teacherImage']);
