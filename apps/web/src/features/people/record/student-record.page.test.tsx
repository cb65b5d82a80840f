import { people } from '@campus/contract';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { aStudent } from '../../../testing/people.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { StudentRecordPage } from './student-record.page.tsx';

afterEach(() => {
  vi.useRealTimers();
});

it('offers the next leave once the last one is over on campus, whatever day it is on this computer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00') });
  fakeServer({
    'GET /api/campus': () => campusReply({ today: '2026-11-21' }),
    'GET /api/people/students/': () =>
      reply(people.readStudent, {
        ...aStudent(),
        dob: null,
        address: null,
        nationality: null,
        bloodGroup: null,
        parentContactNo: null,
        parentContactPhone: null,
        parentName: null,
        parentOccupation: null,
        status: 'active',
        withdrawnOn: null,
        graduated: false,
        repeats: false,
        awayFrom: '2026-11-02',
        awayUntil: '2026-11-20',
        awayReason: 'Illness',
        added: null,
        version: 3,
      }),
  });
  await renderPage(() => <StudentRecordPage renderBeside={() => null} />);
  expect(await screen.findByRole('button', { name: 'Leave of absence' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Return from leave' })).toBeNull();
});
