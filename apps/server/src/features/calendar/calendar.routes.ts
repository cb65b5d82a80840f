import { calendar, classInfo } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as service from './calendar.service.ts';
import * as ofClasses from './class-info.service.ts';

export const calendarRoutes = (mount: Mount): void => {
  mount(calendar, service);
  mount(classInfo, ofClasses);
};
