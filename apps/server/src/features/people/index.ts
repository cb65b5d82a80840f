import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { studentImportRoutes } from './import/student-import.routes.ts';
import { peopleRoutes as people } from './people.routes.ts';

export const peopleRoutes = (mount: Mount, campus: Campus): void => {
  people(mount, campus);
  studentImportRoutes(mount, campus);
};
