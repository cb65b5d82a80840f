import type { AssignmentStudent, ManagedAssignment } from '@campus/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { campusReply, fakeServer } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { StudentsCard } from './students-card.tsx';

const student = (number: number): AssignmentStudent => ({
  studentId: String(number),
  studentName: `Student ${number}`,
  studentEmail: `s${number}@example.edu`,
  univId: `U-${number}`,
  rollNo: null,
  enrolled: true,
  state: number === 250 ? 'handedIn' : 'open',
  version: number === 250 ? 1 : 0,
  handedInAt: number === 250 ? '2026-11-20T10:00:00.000Z' : null,
  files: 0,
  late: false,
  marks: null,
  marked: false,
  returnedAt: null,
  reopened: false,
  extendedTo: null,
});
const students = Array.from({ length: 250 }, (_, at) => student(at + 1));
const assignment = { id: '7', grade: 20, students: 250, handedIn: 1, toMark: 1, returned: 0 };

const Essay = ({ loaded }: ComponentProps<typeof StudentsCard>) => (
  <>
    <h1>Essay</h1>
    <StudentsCard loaded={loaded} />
  </>
);

it('shows a large class page by page, work to mark first, and finds any of its students', async () => {
  fakeServer({ 'GET /api/campus': () => campusReply() });
  const loaded = { assignment: assignment as ManagedAssignment, students, changes: [] };
  const { router } = await renderPage(() => <Essay loaded={loaded} />);
  const names = () => screen.getAllByRole('link').map(({ textContent }) => textContent ?? '');
  expect(names()).toHaveLength(100);
  expect(names().slice(0, 2)).toEqual(['Student 250', 'Student 1']);
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(names()).toHaveLength(50);
  await userEvent.type(screen.getByLabelText('Find a student'), 's123@');
  expect(await screen.findByText('1–1 of 1')).toBeDefined();
  expect(names()).toEqual(['Student 123']);
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'To mark');
  expect(await screen.findByText('No students found')).toBeDefined();
  // Kept in the address: the way back from a student's work leads to the same list.
  expect(router.state.location.search).toEqual({ show: 'toMark', search: 's123@' });
});

it('finds a student by University ID', async () => {
  fakeServer({ 'GET /api/campus': () => campusReply() });
  const loaded = {
    assignment: assignment as ManagedAssignment,
    students: students.slice(0, 2),
    changes: [],
  };
  await renderPage(() => <Essay loaded={loaded} />);
  await userEvent.type(screen.getByLabelText('Find a student'), 'u-2');
  await waitFor(() => expect(screen.queryByText('Student 1')).toBeNull());
  expect(screen.getByText('Student 2')).toBeDefined();
});

it('counts the hand-ins of a large class with separators', async () => {
  fakeServer({ 'GET /api/campus': () => campusReply() });
  const large = { ...assignment, students: 12_240, handedIn: 9876, toMark: 1234, returned: 1000 };
  const loaded = { assignment: large as ManagedAssignment, students, changes: [] };
  await renderPage(() => <Essay loaded={loaded} />);
  const words = '9,876 of 12,240 handed in, 1,234 to mark, 1,000 returned';
  expect(screen.getByText(words)).toBeDefined();
});
