import { overview } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as service from './overview.service.ts';

export const overviewRoutes = (mount: Mount): void => mount(overview, service);
