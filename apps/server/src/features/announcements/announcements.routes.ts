import { announcements } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as service from './announcements.service.ts';

export const announcementsRoutes = (mount: Mount): void => mount(announcements, service);
