import type { StudentProfile } from '@campus/contract';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';

/** What is of one person: their own, or anybody's for an administrator. */
export const requireOwn = (actor: Actor, email: string): void => {
  if (actor.role !== 'admin' && actor.email !== email) throw new CampusError('forbidden');
};

/** Whoever has left is shown to administrators only. */
export const requireShown = (actor: Actor, show: string | undefined): void => {
  if (actor.role !== 'admin' && show !== undefined && show !== 'active')
    throw new CampusError('forbidden');
};

/** Blood group, nationality and the parents are no teacher's business. */
export const visibleTo = (actor: Actor, profile: Required<StudentProfile>): StudentProfile => {
  if (actor.role !== 'teacher') return profile;
  const {
    nationality: _nationality,
    bloodGroup: _bloodGroup,
    parentName: _parentName,
    parentContactNo: _parentContactNo,
    parentContactPhone: _parentContactPhone,
    parentOccupation: _parentOccupation,
    ...visible
  } = profile;
  return visible;
};
