import { events } from '@campus/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeServer, reply } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render-page.tsx';
import { DayField } from './day-field.tsx';

const founders = {
  source: 'event',
  id: '1',
  title: 'Founders’ Day',
  kind: 'holiday',
  place: null,
  startsOn: '2026-11-24',
  endsOn: '2026-11-24',
  startTime: null,
  endTime: null,
  note: null,
  startsAt: null,
  endsAt: null,
  audience: null,
  version: 1,
} as const;

const Page = () => {
  const [day, setDay] = useState('2026-11-22');
  return (
    <>
      <h1>A day</h1>
      <DayField
        label="Date"
        value={day}
        description={day === '2026-11-29' ? 'In the term' : undefined}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
    </>
  );
};

test('a Sunday or a holiday is mentioned below the date, and no other day is', async () => {
  fakeServer({
    'GET /api/events': ({ path }) =>
      reply(events.listEvents, {
        today: '2026-11-20',
        timeZone: 'UTC',
        entries: path.includes('from=2026-11-24') ? [founders] : [],
      }),
  });
  await renderPage(Page);
  const field = screen.getByLabelText('Date');
  const said = (text: string) =>
    waitFor(() => {
      const id = field.getAttribute('aria-describedby');
      expect((id && document.querySelector(`[id="${id}"]`)?.textContent) ?? '').toBe(text);
    });
  await said('A Sunday');
  await userEvent.clear(field);
  await userEvent.type(field, '2026-11-24');
  await said('Holiday: Founders’ Day');
  await userEvent.clear(field);
  await userEvent.type(field, '2026-11-25');
  await said('');
  await userEvent.clear(field);
  await userEvent.type(field, '2026-11-29');
  await said('In the term · A Sunday');
});
