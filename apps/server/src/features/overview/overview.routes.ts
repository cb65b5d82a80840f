import { overview, sessionHours } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { openTerm } from '../subjects/index.ts';
import { countOpenSubjects, countPeople } from './overview.queries.ts';

export const overviewRoutes = (mount: Mount, campus: Campus): void => {
  mount(overview.campus, async ({ actor }) => ({
    today: campus.today(),
    timezone: campus.timezone,
    expectedPercentage: campus.settings.expectedPercentage,
    sessionHours: sessionHours(actor.role, campus.settings.sessions),
    term: (await openTerm(campus.db)) ?? null,
  }));
  mount(overview.countStudents, () => countPeople(campus.db, 'student'));
  mount(overview.countFaculty, () => countPeople(campus.db, 'teacher'));
  mount(overview.countClasses, () => countOpenSubjects(campus.db));
};
