import { profiles } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as service from './profiles.service.ts';

export const profilesRoutes = (mount: Mount): void => mount(profiles, service);
