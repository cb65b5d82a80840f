import { type BodyIn, eventFeeds, events, type IsoDate, addDays } from '@campus/contract';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { localToday } from '../../lib/day.ts';
import { pageQueryOf, queryOf, refresh } from '../../lib/query.ts';

/** After an event has changed: days, lists and the history. */
export const refreshEvents = (client: QueryClient): Promise<void> => refresh(client, '/event');

/** What is in one's calendar on these days, both included. */
export const eventsQuery = (from: IsoDate, to: IsoDate) =>
  queryOf(events.listEvents, { query: { from, to }, placeholderData: keepPreviousData });

/** On a dashboard there is room for this many. */
const room = 5;
const daysAhead = 90;

/** Asked for once it is known which day it is on campus. */
export const nextEventsQuery = (today: IsoDate | null) => {
  const from = today ?? localToday();
  const query = { from, to: addDays(from, daysAhead), limit: room };
  return queryOf(events.listEvents, { query, enabled: today !== null });
};

/** A page of what was done to events, and how much there is. */
export const eventHistoryQuery = (page: number, limit: number) =>
  pageQueryOf(events.eventsHistory, { query: { page, limit }, staleTime: 0 });

export const createEvent = (body: object) =>
  call(events.createEvent, { body: body as BodyIn<typeof events.createEvent> });

/** `version` is what the form began from: changes made since by others are not overwritten. */
export const changeEvent = (id: string, version: number, body: BodyIn<typeof events.changeEvent>) =>
  call(events.changeEvent, { params: { eventId: id }, body, seen: version });

export const deleteEvent = (id: string) => call(events.deleteEvent, { params: { eventId: id } });

export const feedQuery = queryOf(eventFeeds.feedState);
export const renewFeed = () => call(eventFeeds.renewFeed);
export const revokeFeed = () => call(eventFeeds.revokeFeed);
