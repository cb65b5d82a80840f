import { type BodyIn, eventFeeds, events, type IsoDate, addDays } from '@campus/contract';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import { call, callPage } from '../../lib/call.ts';

/** What all queries about the calendar begin with. */
export const eventsKey = ['events'] as const;

/** What is in one's calendar on these days, both included. */
export const eventsQuery = (from: IsoDate, to: IsoDate) =>
  queryOptions({
    queryKey: [...eventsKey, from, to],
    queryFn: ({ signal }) => call(events.listEvents, { query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  });

/** On a dashboard there is room for this many. */
const room = 5;
const daysAhead = 90;

/** Asked for once it is known which day it is on campus. */
export const nextEventsQuery = (today: IsoDate | null) =>
  queryOptions({
    queryKey: [...eventsKey, 'next', today],
    queryFn:
      today === null
        ? skipToken
        : ({ signal }) => {
            const query = { from: today, to: addDays(today, daysAhead), limit: room };
            return call(events.listEvents, { query, signal });
          },
  });

/** A page of what was done to events, and how much there is. */
export const eventHistoryQuery = (page: number, limit: number) =>
  queryOptions({
    queryKey: [...eventsKey, 'history', page],
    queryFn: ({ signal }) => {
      const query = { page, limit };
      return callPage(events.eventsHistory, { query, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const createEvent = (body: object) =>
  call(events.createEvent, { body: body as BodyIn<typeof events.createEvent> });

/** `version` is what the form began from: changes made since by others are not overwritten. */
export const changeEvent = (id: string, version: number, body: BodyIn<typeof events.changeEvent>) =>
  call(events.changeEvent, { params: { eventId: id }, body, seen: version });

export const deleteEvent = (id: string) => call(events.deleteEvent, { params: { eventId: id } });

export const feedQuery = queryOptions({
  queryKey: ['calendar-address'],
  queryFn: ({ signal }) => call(eventFeeds.feedState, { signal }),
});
export const renewFeed = () => call(eventFeeds.renewFeed);
export const revokeFeed = () => call(eventFeeds.revokeFeed);
