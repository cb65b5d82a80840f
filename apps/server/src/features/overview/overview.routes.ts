import { overview } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { countOpenSubjects, countPeople, lookAtCampus } from './overview.service.ts';

export const overviewRoutes = (mount: Mount, campus: Campus): void => {
  mount(overview.campus, ({ actor }) => lookAtCampus(campus, actor));
  mount(overview.countStudents, () => countPeople(campus.db, 'student'));
  mount(overview.countFaculty, () => countPeople(campus.db, 'teacher'));
  mount(overview.countClasses, () => countOpenSubjects(campus.db));
};
