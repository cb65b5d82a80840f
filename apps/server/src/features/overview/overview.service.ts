import { type overview, type ReplyOf, sessionHours } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Actor } from '../../http/call.ts';
import { openTerm } from '../subjects/index.ts';

export { countOpenSubjects, countPeople } from './overview.queries.ts';

/** What every screen needs to know of the campus. */
export const lookAtCampus = async (
  campus: Campus,
  actor: Actor,
): Promise<ReplyOf<typeof overview.campus>> => ({
  today: campus.today(),
  timezone: campus.timezone,
  expectedPercentage: campus.settings.expectedPercentage,
  sessionHours: sessionHours(actor.role, campus.settings.sessions),
  term: (await openTerm(campus.db)) ?? null,
});
