import type { Campus } from '../../campus.ts';
import { found } from '../../campus-error.ts';
import type { Actor } from '../../http/call.ts';
import { requireOwnUnlessAdmin } from './people.policy.ts';
import { personByEmail } from './people.queries.ts';

type Role = 'student' | 'teacher';

/** The id of the student or teacher with this e-mail. The caller checks whether the actor may know it. */
export const personId = async (campus: Campus, email: string, role: Role): Promise<string> =>
  found(await personByEmail(campus.db, email, role), `There is no ${role} with this e-mail.`).id;

/** As `personId`, for records that only their owner and administrators may read. Takes no query for the owner. */
export const ownPersonId = async (campus: Campus, actor: Actor, email: string, role: Role) => {
  requireOwnUnlessAdmin(actor, email);
  return actor.role === role ? actor.id : personId(campus, email, role);
};
