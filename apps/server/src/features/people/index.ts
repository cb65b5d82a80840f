import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { importRoutes } from './import/import.routes.ts';
import { peopleRoutes as people } from './people.routes.ts';
import { recordsRoutes } from './records/records.routes.ts';

export { requireOwn } from './people.policy.ts';
export { ownPersonId, personId } from './person-id.service.ts';
export { lockPerson } from './records/record.queries.ts';
export { updateStudent } from './people.queries.ts';
export { withdrawalsJob } from './records/daily-withdrawals.ts';
export { refuseWhileWithdrawn } from './records/withdrawal.service.ts';

export const peopleRoutes = (mount: Mount, campus: Campus): void => {
  people(mount, campus);
  importRoutes(mount, campus);
  recordsRoutes(mount, campus);
};
