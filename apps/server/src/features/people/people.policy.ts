import {
  facultyFields,
  type FacultyProfile,
  shownTo,
  studentFields,
  type StudentProfile,
} from '@campus/contract';
import type { Actor } from '../../http/call.ts';
import { forbidden } from '../../campus-error.ts';

/** What is of one person: their own, or anybody's for an administrator. */
export const requireOwn = (actor: Actor, email: string): void => {
  if (actor.role !== 'admin' && actor.email !== email) throw forbidden();
};

/** Anyone who has left is shown to administrators only. */
export const requireShown = (actor: Actor, show: string | undefined): void => {
  if (actor.role !== 'admin' && show !== undefined && show !== 'active') throw forbidden();
};

/** Of a profile what the fields say this role sees. */
export const visibleStudent = (actor: Actor, profile: Required<StudentProfile>): StudentProfile =>
  shownTo(actor.role, studentFields, profile, ['id', 'stuImage']);

export const visibleTeacher = (actor: Actor, profile: FacultyProfile): FacultyProfile =>
  shownTo(actor.role, facultyFields, profile, ['id', 'teacherImage']);
