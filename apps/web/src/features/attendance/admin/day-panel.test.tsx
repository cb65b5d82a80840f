import { attendance, type IsoDate } from '@campus/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { DayPanel, defaultView } from './day-panel.tsx';

it('writes the numbers of a large class with separators', async () => {
  const date = '2026-11-20' as IsoDate;
  const induction = {
    id: '7',
    subjectName: 'Induction',
    subjectCode: 'IN1',
    teacherName: 'Meera Nair',
    teacherEmail: 'meera@example.edu',
    students: 14_640,
    present: 12_240,
    absent: 1100,
    unmarked: 1300,
    percentage: 91.8,
  };
  fakeServer({
    'GET /api/campus': () => campusReply(),
    [`GET /api/attendance/day/${date}`]: () =>
      reply(attendance.dayOverview, {
        date,
        term: { id: '1', name: 'Autumn', startsOn: '2026-08-01', endsOn: '2026-12-20' },
        classes: [induction],
      }),
  });
  await renderPage(() => (
    <>
      <h1>Attendance</h1>
      <DayPanel today={date} view={defaultView} setView={() => undefined} />
    </>
  ));
  const row = await screen.findByRole('row', { name: /^Induction/ });
  expect(row.textContent).toMatch(/12,240.*1,100.*1,300.*91\.8%/);
});
