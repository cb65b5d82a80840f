import type { AssignmentStudent, KeptAssignment, OwnAssignment } from '@campus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, json } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AssignmentsPage from './assignments.page.tsx';
import AssignmentPage from './kept/assignment.page.tsx';
import StudentAssignmentsPage from './student/student-assignments.page.tsx';

const plain = {
  id: '7',
  subjectId: '1',
  subjectName: 'Data Structures',
  subjectCode: 'CS201',
  title: 'Trees',
  grade: 20,
  deadline: '2026-11-25T22:59:00.000Z',
  deadlineOnCampus: '2026-11-25T23:59',
  acceptLate: false,
};
const kept = (more: Partial<KeptAssignment> = {}): KeptAssignment => ({
  ...plain,
  description: 'Read and answer.',
  attachments: [],
  past: false,
  students: 2,
  handedIn: 0,
  toMark: 0,
  toReturn: 0,
  returned: 0,
  ...more,
});
const subjects = [{ id: '1', subjectName: 'Data Structures', subjectCode: 'CS201', students: 2 }];
const student = (more: Partial<AssignmentStudent>): AssignmentStudent => ({
  studentId: '3',
  studentName: 'Ada Lovelace',
  studentEmail: 'ada@example.edu',
  rollNo: 'CS-2',
  enrolled: true,
  state: 'missed',
  version: 0,
  handedInAt: null,
  late: false,
  files: 0,
  marks: null,
  marked: false,
  returnedAt: null,
  reopened: false,
  ...more,
});

it('says what is missing before anything is sent, and the server’s sentence at its field', async () => {
  const message = 'The term of this subject ends on 2026-12-18. Choose that day or earlier.';
  const seen = fakeServer({
    'GET /api/exam-subjects': () => json(200, subjects),
    'GET /api/assignments': () => json(200, [], { 'x-total-count': '0' }),
    'POST /api/assignments': () =>
      json(422, { error: 'invalid', message, details: [{ field: 'deadline', message }] }),
  });
  await renderPage(AssignmentsPage);
  expect(await screen.findByText('No assignments yet. Add the first one.')).toBeDefined();
  const add = screen.getByRole('button', { name: 'Add Assignment' });
  await userEvent.click(add);
  expect(await screen.findByText('Title is missing')).toBeDefined();
  expect(seen.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.type(screen.getByLabelText(/^Title/), 'Trees');
  await userEvent.type(screen.getByLabelText(/^Description/), 'Read.');
  await userEvent.type(screen.getByLabelText(/^Deadline/), '2027-01-25T23:59');
  await userEvent.click(add);
  expect(await screen.findByText(message)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Deadline/)));
});

it('tries again after a list that could not be loaded', async () => {
  let fails = true;
  fakeServer({
    'GET /api/exam-subjects': () => json(200, subjects),
    'GET /api/assignments': () =>
      fails
        ? json(503, { error: 'unavailable', message: 'Campus is busy.' })
        : json(200, [kept({ handedIn: 1, toMark: 1 })], { 'x-total-count': '1' }),
  });
  await renderPage(AssignmentsPage);
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByText('Trees')).toBeDefined();
  expect(screen.getByText('1 to mark')).toBeDefined();
});

it('shows who has not handed in, and offers to delete only while nobody has', async () => {
  const students = [
    student({}),
    student({ studentId: '4', studentName: 'Ben Okri', state: 'handedIn', version: 1 }),
  ];
  fakeServer({
    'GET /api/assignments/': () =>
      json(200, { assignment: kept({ handedIn: 1, toMark: 1 }), students, changes: [] }),
  });
  await renderPage(AssignmentPage);
  const show = await screen.findByLabelText('Show');
  await userEvent.selectOptions(show, 'Not handed in');
  expect(screen.getByText('Ada Lovelace')).toBeDefined();
  expect(screen.queryByText('Ben Okri')).toBeNull();
  await userEvent.selectOptions(show, 'Returned');
  expect(screen.getByText('No students found')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Download all' })).toBeDefined();
});

it('puts what was reopened among what a student has to hand in', async () => {
  const own = (more: Partial<OwnAssignment>): OwnAssignment => ({
    ...plain,
    state: 'handedIn',
    handedInAt: '2026-11-20T10:00:00.000Z',
    late: false,
    reopened: false,
    marks: null,
    returnedAt: null,
    ...more,
  });
  fakeServer({
    'GET /api/students/ada%40example.edu/assignments': () =>
      json(200, [
        own({ title: 'Lists', reopened: true }),
        own({ id: '8', title: 'Graphs', state: 'returned', marks: 0 }),
      ]),
  });
  const ada = { email: 'ada@example.edu', role: 'student', name: 'Ada' } as const;
  await renderPage(StudentAssignmentsPage, '/', ada);
  const due = within(await screen.findByRole('list', { name: 'To hand in' }));
  expect(due.getByText('Reopened: hand in again')).toBeDefined();
  const past = within(screen.getByRole('list', { name: 'Handed in and past' }));
  expect(past.getByText('0 of 20')).toBeDefined();
});
