import { subjects } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { createForAll, listEnrollments } from './subjects.service.ts';
import { subjectPageRoutes } from './subject-page.routes.ts';
import { termsRoutes } from './terms.routes.ts';

export const subjectsRoutes = (mount: Mount, campus: Campus): void => {
  mount(subjects.listEnrollments, () => listEnrollments(campus.db));
  mount(subjects.createForAll, ({ body }) => createForAll(campus, body));
  subjectPageRoutes(mount, campus);
  termsRoutes(mount, campus);
};
