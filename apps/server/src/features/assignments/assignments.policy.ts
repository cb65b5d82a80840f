import { type CampusMinute, dayIn, instantOfCampusMinute, isPast } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Actor } from '../../http/call.ts';
import { forbidden } from '../../campus-error.ts';
import { invalid } from '../../http/refusals.ts';
import type { SubjectContext } from '../subjects/index.ts';

/** Students may only ask for themselves, so that no reply reveals which other addresses exist. */
export const requireOwnIfStudent = (actor: Actor, email: string): void => {
  if (actor.role === 'student' && actor.email !== email) throw forbidden();
};

/** The instant of a deadline; throws unless it is in the term. */
export const requireInTerm = (
  campus: Campus,
  deadline: CampusMinute,
  { endsOn }: Pick<SubjectContext, 'endsOn'>,
): Date => {
  const at = instantOfCampusMinute(campus.timezone, deadline);
  if (dayIn(campus.timezone, at) > endsOn)
    throw invalid(
      'deadline',
      `The term of this subject ends on ${endsOn}. Choose that day or earlier.`,
    );
  return at;
};

/** As `requireInTerm`, for a deadline in the future. */
export const requireDeadline = (...asked: Parameters<typeof requireInTerm>): Date => {
  const [campus, deadline] = asked;
  if (isPast(instantOfCampusMinute(campus.timezone, deadline), campus.now()))
    throw invalid('deadline', 'This deadline has passed already. Choose a later day or time.');
  return requireInTerm(...asked);
};
