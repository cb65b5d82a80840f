import { assignments, handIns } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import { downloadHandIns } from './archive.ts';
import * as service from './assignments.service.ts';
import * as work from './hand-ins.service.ts';
import * as marks from './marks.service.ts';

export const assignmentsRoutes = (mount: Mount): void => {
  mount(assignments, service);
  mount(handIns, { ...service, ...work, ...marks, downloadHandIns });
};
