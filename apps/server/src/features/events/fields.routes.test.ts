import { eventFields } from '@campus/contract';
import { expect, test } from 'vitest';
import { testCampus } from '../../testing/test-campus.ts';

const names = Object.keys(eventFields) as (keyof typeof eventFields)[];
/** An event with every field; each `turn` gives different values. */
const eventOf = (turn: number) =>
  Object.fromEntries(
    names.map((name) => {
      const field = eventFields[name];
      if (field.type === 'choice') return [name, field.of[turn]];
      if (field.type === 'day') return [name, `2026-03-1${turn}`];
      if (field.type === 'time') return [name, name === 'endTime' ? `1${turn}:30` : `0${turn}:15`];
      return [name, `${name} ${turn}`];
    }),
  );

test('every field of an event can be added, changed, read in the calendar and seen in the history', async () => {
  const campus = await testCampus();
  try {
    const ruth = campus.as(await campus.make.admin({ name: 'Ruth Adeyemi' }));
    const audience = { group: 'everyone' };
    const added = await ruth.post('/api/events', { ...eventOf(1), audience });
    expect([added.status, added.body]).toEqual([201, expect.objectContaining(eventOf(1))]);
    const path = `/api/events/${added.body.id}`;
    const changed = await ruth.patch(path, eventOf(2));
    expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(eventOf(2))]);
    const calendar = await ruth.get('/api/events?from=2026-03-01&to=2026-03-31');
    expect(calendar.body.entries).toEqual([expect.objectContaining(eventOf(2))]);
    const history = (await ruth.get(`${path}/history`)).body as {
      field: string;
      from: string;
      to: string;
    }[];
    expect(Object.fromEntries(history.map(({ field, from, to }) => [field, [from, to]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, [eventOf(1)[name], eventOf(2)[name]]])),
    );
  } finally {
    await campus.close();
  }
});
