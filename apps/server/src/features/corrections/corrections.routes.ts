import { corrections } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as service from './corrections.service.ts';
import * as decisions from './decisions.service.ts';

export const correctionsRoutes = (mount: Mount): void =>
  mount(corrections, { ...service, ...decisions });
