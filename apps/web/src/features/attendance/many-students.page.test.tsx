import { attendance, type RosterEntry } from '@campus/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { campusReply, fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import MarkAttendancePage from './mark-attendance.page.tsx';

const teacher = 'meera@example.edu';
const students = (length: number) =>
  Array.from({ length }, (_, index): RosterEntry => ({
    id: String(index),
    studentEmail: `s${index}@example.edu`,
    studentName: `Student ${index}`,
    studentRollNo: null,
    present: null,
    remarks: null,
    correctedBy: null,
  }));

afterEach(() => vi.unstubAllGlobals());

const open = async (length = 64) => {
  const seen = fakeServer({
    'GET /api/campus': () => campusReply(),
    [`GET /api/attendance/faculty/${encodeURIComponent(teacher)}/subjects`]: () =>
      reply(attendance.facultySubjects, [
        {
          id: '7',
          subjectName: 'Algebra',
          subjectCode: 'A',
          startsOn: '2026-08-24',
          endsOn: '2026-12-25',
          students: length,
          parts: [{ sectionId: null, name: null, students: length }],
        },
      ]),
    'GET /api/attendance/subject/7/date/2026-11-20': () =>
      reply(attendance.roster, students(length), { etag: '"0"' }),
    'GET /api/attendance/stats/subject/7': () =>
      reply(attendance.subjectStats, { totalClasses: 0, attendancePercentage: null }),
    'POST /api/attendance/bulk': () =>
      reply(attendance.submitAttendance, {
        message: 'ok',
        subjectId: '7',
        date: '2026-11-20',
        submitted: length,
        changed: length,
      }),
  });
  await renderPage(() => <MarkAttendancePage />, '/', {
    email: teacher,
    role: 'teacher',
    name: 'Meera Nair',
  });
  await screen.findByRole('radiogroup', { name: 'Student 0' });
  return seen;
};

/** Opens the page as on a device so slow that only the first rows are drawn yet. */
const openSlowly = async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  await open();
  expect(screen.queryByRole('radiogroup', { name: 'Student 63' })).toBeNull();
};

const focused = () => document.activeElement?.closest('tr')?.dataset['student'];

it('reaches the last student with End although the rows are still being drawn', async () => {
  await openSlowly();
  const first = screen.getAllByRole('radio')[0];
  first?.focus();
  if (first) fireEvent.keyDown(first, { key: 'End' });
  expect(focused()).toBe('s63@example.edu');
});

it('moves past the last row drawn so far with the down arrow', async () => {
  await openSlowly();
  const last = screen.getAllByRole('radio').at(-1);
  last?.focus();
  const before = Number(/\d+/.exec(focused() ?? '')?.[0]);
  if (last) fireEvent.keyDown(last, { key: 'ArrowDown' });
  expect(focused()).toBe(`s${before + 1}@example.edu`);
});

it('finds a student whose row is still to be drawn', async () => {
  await openSlowly();
  const search = screen.getByRole('searchbox', { name: 'Find a student' });
  fireEvent.change(search, { target: { value: 'Student 60' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(focused()).toBe('s60@example.edu');
});

it('shows the search results when the key is released, not while it is down', async () => {
  await open();
  await screen.findByRole('radiogroup', { name: 'Student 63' });
  const search = screen.getByRole('searchbox', { name: 'Find a student' });
  const shown = () => document.querySelectorAll('tbody tr:not([hidden])').length;
  // A key is believed to be held for half a second.
  const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  fireEvent.keyDown(search, { key: '3', code: 'Digit3' });
  fireEvent.change(search, { target: { value: 'Student 63' } });
  for (const _ of [1, 2, 3]) await new Promise((drawn) => requestAnimationFrame(drawn));
  expect(shown()).toBe(64);
  time.mockRestore();
  fireEvent.keyUp(search, { key: '3', code: 'Digit3' });
  await waitFor(() => expect(shown()).toBe(1));
});

it('counts the students of a large class with separators', async () => {
  await open(1200);
  expect(screen.getByText('1,200')).toBeDefined();
  expect(screen.getByText('0 present, 0 absent, 1,200 unmarked')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Submit Attendance' }));
  await screen.findByText('All 1,200 students will be recorded as absent.');
});

it('draws only those near the screen of 12,000 students, and marks and sends them all', async () => {
  const seen = await open(12_000);
  const rows = () => document.querySelectorAll('[data-student]').length;
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document, { key });
  expect(rows()).toBeLessThan(60);
  expect(screen.getByRole('table', { name: 'Roster' }).ariaRowCount).toBe('12001');
  screen.getAllByRole('radio')[0]?.focus();
  press('p');
  press('End');
  expect(focused()).toBe('s11999@example.edu');
  expect(document.activeElement?.closest('tr')?.ariaRowIndex).toBe('12001');
  press('a');
  press('ArrowUp');
  expect(focused()).toBe('s11998@example.edu');
  press('Home');
  expect(focused()).toBe('s0@example.edu');
  expect(document.activeElement).toHaveProperty('checked', true);
  const search = screen.getByRole('searchbox', { name: 'Find a student' });
  fireEvent.change(search, { target: { value: '7345' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(focused()).toBe('s7345@example.edu');
  press('p');
  expect(rows()).toBeLessThan(60);
  await screen.findByText('11,997');
  fireEvent.click(screen.getByRole('button', { name: 'Submit Attendance' }));
  await screen.findByText('Submitting...');
  const { body = '{}' } = seen.find(({ method }) => method === 'POST') ?? {};
  const sent = JSON.parse(body).studentAttendances as { present: boolean }[];
  expect(sent.length).toBe(12_000);
  expect([...sent.keys()].filter((index) => sent[index]?.present)).toEqual([0, 7345]);
});
