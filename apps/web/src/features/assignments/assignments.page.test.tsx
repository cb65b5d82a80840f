import {
  assignments,
  type AssignmentStudent,
  exams,
  fileTooLarge,
  handInLimits,
  handIns,
  type ManagedAssignment,
  type OwnAssignment,
} from '@campus/contract';
import { asMinute } from '@campus/contract/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { fakeUploads } from '../../testing/fake-upload.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AssignmentsPage from './assignments.page.tsx';
import AssignmentPage from './manage/assignment.page.tsx';
import StudentAssignmentsPage from './student/student-assignments.page.tsx';

const plain = {
  id: '7',
  subjectId: '1',
  subjectName: 'Data Structures',
  subjectCode: 'CS201',
  title: 'Trees',
  grade: 20,
  deadline: '2026-11-25T22:59:00.000Z',
  deadlineOnCampus: asMinute('2026-11-25T23:59'),
  acceptLate: false,
  termClosed: false,
};
const kept = (more: Partial<ManagedAssignment> = {}): ManagedAssignment => ({
  ...plain,
  description: 'Read and answer.',
  attachments: [],
  past: false,
  students: 2,
  handedIn: 0,
  toMark: 0,
  toReturn: 0,
  returned: 0,
  sections: null,
  version: 1,
  ...more,
});
const autumn = {
  id: '2',
  name: 'Autumn',
  state: 'open',
  startsOn: '2026-08-24',
  endsOn: '2026-12-25',
} as const;
const subject = { id: '1', subjectName: 'Data Structures', subjectCode: 'CS201' };
const subjects = [{ ...subject, students: 2, sections: null, term: autumn }];
const student = (more: Partial<AssignmentStudent>): AssignmentStudent => ({
  studentId: '3',
  studentName: 'Ada Lovelace',
  studentEmail: 'ada@example.edu',
  univId: null,
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
  extendedTo: null,
  ...more,
});

it('says what is missing before anything is sent, and the server’s sentence at its field', async () => {
  const message = 'The term of this subject ends on 2026-12-18. Choose that day or earlier.';
  fakeServer({
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, subjects),
    'GET /api/assignments': () => reply(assignments.listAssignments, [], { 'x-total-count': '0' }),
  });
  const sent = fakeUploads(() =>
    refusal({ error: 'invalid', message, details: [{ field: 'deadline', message }] }),
  );
  await renderPage(AssignmentsPage);
  expect(await screen.findByText('No assignments yet. Add the first one.')).toBeDefined();
  const add = screen.getByRole('button', { name: 'Add Assignment' });
  await userEvent.click(add);
  expect(await screen.findByText('Title is missing')).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText(/^Title/), 'Trees');
  await userEvent.type(screen.getByLabelText(/^Description/), 'Read.');
  await userEvent.type(screen.getByLabelText(/^Deadline/), '2027-01-25T23:59');
  await userEvent.click(add);
  expect(await screen.findByText(message.replace('2026-12-18', '18 Dec 2026'))).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Deadline/)));
});

it('says nothing about the files of an assignment that is added under the blank form for the next', async () => {
  fakeServer({
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, subjects),
    'GET /api/assignments': () => reply(assignments.listAssignments, [], { 'x-total-count': '0' }),
  });
  fakeUploads(() => reply(assignments.createAssignment, kept()));
  await renderPage(AssignmentsPage);
  await userEvent.type(await screen.findByLabelText(/^Title/), 'Trees');
  await userEvent.type(screen.getByLabelText(/^Description/), 'Read.');
  await userEvent.type(screen.getByLabelText(/^Deadline/), '2026-11-25T23:59');
  const tooLarge = new File([''], 'video.pdf');
  Object.defineProperty(tooLarge, 'size', { value: handInLimits.bytes + 1 });
  await userEvent.upload(screen.getByLabelText('Files'), tooLarge);
  expect(screen.getByText(fileTooLarge)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Add Assignment' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe(''));
  expect(screen.queryByText(fileTooLarge)).toBeNull();
});

it('counts the hand-ins of large classes with separators', async () => {
  const large = { past: true, students: 12_240, handedIn: 9876 };
  fakeServer({
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, subjects),
    'GET /api/assignments': () =>
      reply(
        assignments.listAssignments,
        [kept({ ...large, toMark: 1234 }), kept({ ...large, id: '8', toReturn: 2345 })],
        { 'x-total-count': '2' },
      ),
  });
  await renderPage(AssignmentsPage);
  expect(await screen.findByRole('link', { name: 'Mark 1,234' })).toBeDefined();
  expect(screen.getAllByText('9,876 of 12,240')).toHaveLength(2);
  expect(screen.getByText('2,345 to return')).toBeDefined();
});

it('offers to try again when the list could not be loaded', async () => {
  let fails = true;
  fakeServer({
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, subjects),
    'GET /api/assignments': () =>
      fails
        ? refusal({ error: 'unavailable', message: 'Campus is busy.' })
        : reply(assignments.listAssignments, [kept({ handedIn: 1, toMark: 1 })], {
            'x-total-count': '1',
          }),
  });
  await renderPage(AssignmentsPage);
  const again = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByText('Trees')).toBeDefined();
  expect(screen.getByRole('rowheader', { name: 'To mark' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Mark 1' })).toBeDefined();
});

it('shows who has not handed in, and can be deleted only while nobody has', async () => {
  const students = [
    student({}),
    student({ studentId: '4', studentName: 'Ben Okri', state: 'handedIn', version: 1 }),
  ];
  fakeServer({
    'GET /api/assignments/': () =>
      reply(handIns.readAssignment, {
        assignment: kept({ handedIn: 1, toMark: 1 }),
        students,
        changes: [],
      }),
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

it('lists reopened work among what a student has to hand in', async () => {
  const own = (more: Partial<OwnAssignment>): OwnAssignment => ({
    ...plain,
    state: 'handedIn',
    handedInAt: '2026-11-20T10:00:00.000Z',
    late: false,
    reopened: false,
    extended: false,
    marks: null,
    returnedAt: null,
    ...more,
  });
  fakeServer({
    'GET /api/students/ada%40example.edu/assignments': () =>
      reply(handIns.studentAssignments, [
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

it('keeps what was typed when someone else has changed the assignment, and says what they changed', async () => {
  const bodies: unknown[] = [];
  const changed = { changedBy: 'Ruth Adeyemi', changedAt: '2026-11-20T10:00:00.000Z', version: 3 };
  fakeServer({
    'GET /api/assignments/': () =>
      reply(handIns.readAssignment, { assignment: kept(), students: [], changes: [] }),
    'PATCH /api/assignments/7': ({ body, ifMatch }) => {
      bodies.push([ifMatch, JSON.parse(body)]);
      if (bodies.length > 1)
        return reply(assignments.changeAssignment, kept({ title: 'Graphs', grade: 25 }));
      const details = [
        { field: 'deadline', before: '2026-11-25T23:59', now: '2026-11-27T12:00', ...changed },
        { field: 'grade', before: '20', now: '25', ...changed },
      ];
      return refusal({ error: 'conflict', message: 'Meanwhile.', details });
    },
  });
  await renderPage(AssignmentPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const title = await screen.findByLabelText(/^Title/);
  await userEvent.clear(title);
  await userEvent.type(title, 'Graphs');
  const save = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(save);
  const changes = await screen.findByRole('list', { name: 'Changed meanwhile' });
  expect(changes.textContent).toContain('Deadline: 25 Nov 2026, 23:59 → 27 Nov 2026, 12:00');
  expect(screen.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Graphs');
  expect(screen.getByLabelText<HTMLInputElement>(/^Deadline/).value).toBe('2026-11-27T12:00');
  await userEvent.click(save);
  await waitFor(() =>
    expect(bodies).toEqual([
      ['"1"', { title: 'Graphs' }],
      ['"3"', { title: 'Graphs' }],
    ]),
  );
});

it('lets a student look back at an earlier term', async () => {
  const spring = { ...autumn, id: '1', name: 'Spring', state: 'closed' } as const;
  const own = {
    ...plain,
    state: 'missed',
    handedInAt: null,
    late: false,
    reopened: false,
    extended: false,
  } as const;
  const seen = fakeServer({
    'GET /api/students/aarav%40example.edu/assignment-terms': () =>
      reply(handIns.studentTerms, [autumn, spring]),
    'GET /api/students/aarav%40example.edu/assignments': ({ path }) =>
      reply(
        handIns.studentAssignments,
        path.endsWith('?termId=1') ? [{ ...own, marks: null, returnedAt: null }] : [],
      ),
  });
  const aarav = { email: 'aarav@example.edu', role: 'student', name: 'Aarav Mehta' } as const;
  await renderPage(StudentAssignmentsPage, '/', aarav);
  expect(await screen.findByText(/^No assignments yet/)).toBeDefined();
  await userEvent.selectOptions(await screen.findByLabelText('Term'), 'Spring');
  expect(await screen.findByText('Trees')).toBeDefined();
  expect(screen.queryByText('To hand in')).toBeNull();
  expect(seen.map(({ path }) => path).at(-1)).toContain('termId=1');
});

it('keeps the term a student has chosen after a reload, or Back from an assignment', async () => {
  const spring = { ...autumn, id: '1', name: 'Spring', state: 'closed' } as const;
  fakeServer({
    'GET /api/students/aarav%40example.edu/assignment-terms': () =>
      reply(handIns.studentTerms, [autumn, spring]),
    'GET /api/students/aarav%40example.edu/assignments': () =>
      reply(handIns.studentAssignments, []),
  });
  const aarav = { email: 'aarav@example.edu', role: 'student', name: 'Aarav Mehta' } as const;
  const { router } = await renderPage(StudentAssignmentsPage, '/', aarav);
  await userEvent.selectOptions(await screen.findByLabelText('Term'), 'Spring');
  expect(await screen.findByText('This term had no assignments.')).toBeDefined();
  const { href } = router.state.location;
  cleanup();
  await renderPage(StudentAssignmentsPage, href, aarav);
  expect(await screen.findByText('This term had no assignments.')).toBeDefined();
  const terms = await screen.findByLabelText<HTMLSelectElement>('Term');
  expect(terms.selectedOptions[0]?.text).toBe('Spring');
});

it('keeps term, subject and page after a reload, or Back from an assignment', async () => {
  const spring = { ...autumn, id: '1', name: 'Spring', state: 'closed' } as const;
  const asked: string[] = [];
  fakeServer({
    'GET /api/exam-terms': () => reply(exams.listExamTerms, [autumn, spring]),
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, subjects),
    'GET /api/assignments': ({ path }) => {
      asked.push(path);
      return reply(assignments.listAssignments, [kept()], { 'x-total-count': '11' });
    },
  });
  const { router } = await renderPage(AssignmentsPage);
  await userEvent.selectOptions(await screen.findByLabelText('Term'), 'Spring');
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Data Structures (CS201)');
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(asked.at(-1)).toContain('page=2'));
  const { href } = router.state.location;
  cleanup();
  asked.length = 0;
  await renderPage(AssignmentsPage, href);
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLSelectElement>('Show').selectedOptions[0]?.text).toBe(
      'Data Structures (CS201)',
    ),
  );
  expect(screen.getByLabelText<HTMLSelectElement>('Term').selectedOptions[0]?.text).toBe('Spring');
  expect(asked).toEqual(['/api/assignments?page=2&limit=10&termId=1&subjectId=1']);
});

it('shows the last page when the address names one that no longer exists', async () => {
  fakeServer({
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, subjects),
    'GET /api/assignments': ({ path }) =>
      reply(assignments.listAssignments, path.includes('page=2') ? [kept()] : [], {
        'x-total-count': '11',
      }),
  });
  const { router } = await renderPage(AssignmentsPage, '/?page=99');
  expect(await screen.findByRole('link', { name: 'Trees' })).toBeDefined();
  expect(router.state.location.search).toEqual({ page: 2 });
});

it('offers a teacher nothing to mark in a closed term, where marking is refused', async () => {
  fakeServer({
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, subjects),
    'GET /api/assignments': () =>
      reply(
        assignments.listAssignments,
        [kept({ termClosed: true, past: true, handedIn: 5, toMark: 3, toReturn: 2 })],
        { 'x-total-count': '1' },
      ),
  });
  const teacher = { email: 'teacher@example.edu', role: 'teacher', name: 'Meera Nair' } as const;
  await renderPage(AssignmentsPage, '/', teacher);
  expect(await screen.findByText('3 not marked, 2 not returned')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Mark 3' })).toBeNull();
  expect(screen.queryByText('To mark')).toBeNull();
});

it('asks a teacher who may add no assignment to add none', async () => {
  const teacher = { email: 'nadia@example.edu', role: 'teacher', name: 'Nadia Rahman' } as const;
  for (const taught of [[], [{ ...subjects[0]!, sections: ['A'] }]]) {
    fakeServer({
      'GET /api/exam-subjects': () => reply(exams.listExamSubjects, taught),
      'GET /api/assignments': () =>
        reply(assignments.listAssignments, [], { 'x-total-count': '0' }),
    });
    await renderPage(AssignmentsPage, '/', teacher);
    expect(await screen.findByText('No assignments yet.')).toBeDefined();
    cleanup();
  }
});
