import { closed, type FeatureRows, open } from './row.ts';

interface Planned {
  readonly event: string;
  readonly eventToDelete: string;
}

const fair = {
  title: 'Book fair',
  kind: 'event',
  startsOn: '2026-03-12',
  audience: { group: 'everyone' },
};

export const eventsRows: FeatureRows<Planned> = {
  prepare: async (campus) => {
    const admin = campus.as(await campus.make.admin());
    const make = async (): Promise<string> =>
      (await admin.post<{ id: string }>('/api/events', fair)).body.id;
    return { event: await make(), eventToDelete: await make() };
  },
  rows: [
    {
      id: 'events.listEvents',
      admin: 200,
      teacher: open,
      student: open,
      request: () => ({ path: '/api/events?from=2026-03-01&to=2026-03-31' }),
    },
    {
      id: 'events.createEvent',
      admin: 201,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/events', body: fair }),
    },
    {
      id: 'events.changeEvent',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ event }) => ({ path: `/api/events/${event}`, body: { place: 'Quad' } }),
    },
    {
      id: 'events.eventHistory',
      admin: 200,
      teacher: closed,
      student: closed,
      request: ({ event }) => ({ path: `/api/events/${event}/history` }),
    },
    {
      id: 'events.eventsHistory',
      admin: 200,
      teacher: closed,
      student: closed,
      request: () => ({ path: '/api/event-history' }),
    },
    {
      id: 'events.deleteEvent',
      admin: 204,
      teacher: closed,
      student: closed,
      request: ({ eventToDelete }) => ({ path: `/api/events/${eventToDelete}` }),
    },
    {
      id: 'events.feedState',
      admin: 200,
      teacher: open,
      student: open,
      request: () => ({ path: '/api/calendar-address' }),
    },
    {
      id: 'events.renewFeed',
      admin: 201,
      teacher: [201, 201],
      student: [201, 201],
      request: () => ({ path: '/api/calendar-address' }),
    },
    {
      id: 'events.revokeFeed',
      admin: 204,
      teacher: [204, 204],
      student: [204, 204],
      request: () => ({ path: '/api/calendar-address' }),
    },
  ],
};
