import { eventFeeds, events } from '@campus/contract';
import type { Mount } from '../../http/mount.ts';
import * as feeds from './event-feed.service.ts';
import * as service from './events.service.ts';

export const eventsRoutes = (mount: Mount): void => {
  mount(events.listEvents, service.listEvents);
  mount(events.createEvent, service.createEvent);
  mount(events.changeEvent, service.changeEvent);
  mount(events.deleteEvent, service.deleteEvent);
  mount(events.eventsHistory, service.eventsHistory);
  mount(events.eventHistory, service.eventHistory);

  mount(eventFeeds.feedState, feeds.feedState);
  mount(eventFeeds.renewFeed, feeds.renewFeed);
  mount(eventFeeds.revokeFeed, async ({ campus, actor }) => {
    await feeds.removeFeed(campus.db, actor.id);
  });
  mount(eventFeeds.readFeed, feeds.readFeed);
};
