import { eventFeeds, events } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as feeds from './event-feed.service.ts';
import * as service from './events.service.ts';

export const eventsRoutes = (mount: Mount): void => {
  mount(events, service);
  mount(eventFeeds, feeds);
};
