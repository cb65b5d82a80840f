import { eventFeeds, events } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import type { Mount } from '../../http/mount.ts';
import { describePage, skippedBy } from '../../http/pages.ts';
import { feedCreatedAt, readFeed, removeFeed, renewFeed } from './event-feed.service.ts';
import * as service from './events.service.ts';

export const eventsRoutes = (mount: Mount, campus: Campus): void => {
  mount(events.listEvents, ({ actor, query }) => service.listEvents(campus, actor, query));
  mount(events.createEvent, ({ actor, body }) => service.createEvent(campus, actor, body));
  mount(events.changeEvent, ({ actor, params, body, seen }) =>
    service.changeEvent(campus, actor, params.eventId, body, seen),
  );
  mount(events.deleteEvent, async ({ actor, params }) => {
    await service.deleteEvent(campus, actor, params.eventId);
    return undefined;
  });
  mount(events.eventsHistory, async ({ query, request, reply }) => {
    const { search, limit, page } = query;
    const skip = skippedBy({ limit, page });
    const { deeds, total } = await service.readEventsHistory(campus.db, { search, limit, skip });
    describePage(request, reply, { total, next: undefined });
    return deeds;
  });
  mount(events.eventHistory, ({ params }) => service.eventHistory(campus, params.eventId));

  mount(eventFeeds.feedState, async ({ actor }) => {
    const createdAt = await feedCreatedAt(campus.db, actor.id);
    return { createdAt: createdAt?.toISOString() ?? null };
  });
  mount(eventFeeds.renewFeed, ({ actor }) => renewFeed(campus, actor));
  mount(eventFeeds.revokeFeed, async ({ actor }) => {
    await removeFeed(campus.db, actor.id);
    return undefined;
  });
  mount(eventFeeds.readFeed, ({ params }) => readFeed(campus, params.file));
};
