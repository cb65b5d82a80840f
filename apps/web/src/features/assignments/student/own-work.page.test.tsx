import { assignments, type HandIn, handIns } from '@campus/contract';
import { asMinute } from '@campus/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { fakeUploads } from '../../../testing/fake-upload.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import OwnWorkPage from './own-work.page.tsx';

const aarav = { email: 'aarav@example.edu', role: 'student', name: 'Aarav Mehta' } as const;
/** The test's router has no parameters, so the id is blank. */
const path = '/api/assignments//hand-ins/aarav%40example.edu';

const work = (more: Partial<HandIn> = {}): HandIn => ({
  assignment: {
    id: '7',
    subjectId: '1',
    subjectName: 'Data Structures',
    subjectCode: 'CS201',
    title: 'Trees',
    description: 'Read and answer.',
    grade: 20,
    deadline: '2026-11-25T22:59:00.000Z',
    deadlineOnCampus: asMinute('2026-11-25T23:59'),
    acceptLate: false,
    termClosed: false,
    attachments: [],
  },
  studentName: aarav.name,
  studentEmail: aarav.email,
  state: 'open',
  handingIn: 'inTime',
  reopened: false,
  versions: [],
  marks: null,
  comment: '',
  markedVersion: null,
  returnedAt: null,
  marksVersion: 0,
  history: [],
  extended: false,
  extensions: [],
  ...more,
});

it('keeps what was typed when the deadline has passed in the meantime, and says so', async () => {
  const message = 'The deadline passed on 2026-11-25 at 23:59, and late work is not accepted.';
  fakeServer({
    [`GET ${path}`]: () => reply(handIns.readHandIn, work()),
  });
  fakeUploads(() => refusal({ error: 'conflict', message }));
  await renderPage(OwnWorkPage, '/', aarav);
  await userEvent.type(await screen.findByLabelText('Your text'), 'Left, root, right');
  await userEvent.click(screen.getByRole('button', { name: 'Hand in' }));
  expect(await screen.findByText(message.replace('2026-11-25', '25 Nov 2026'))).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your text').value).toBe('Left, root, right');
});

const chooseFile = async () =>
  userEvent.upload(
    await screen.findByLabelText<HTMLInputElement>('Files'),
    new File(['x'], 'a.txt'),
  );

it('cancels handing in on a connection that has died, and keeps the files', async () => {
  fakeServer({ [`GET ${path}`]: () => reply(handIns.readHandIn, work()) });
  fakeUploads(() => new Promise<Response>(() => undefined), 0.4);
  await renderPage(OwnWorkPage, '/', aarav);
  await chooseFile();
  await userEvent.click(screen.getByRole('button', { name: 'Hand in' }));
  const sent = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'File sent' });
  expect(sent.value).toBe(40);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Cancelled: nothing was stored.')).toBeDefined();
  expect(screen.getByText('a.txt')).toBeDefined();
});

it('asks before a page with chosen files is left, but not once they are handed in or removed', async () => {
  let stored = work();
  const version = { version: 1, text: '', late: false, files: [] };
  fakeServer({ [`GET ${path}`]: () => reply(handIns.readHandIn, stored) });
  fakeUploads(() => {
    stored = work({ versions: [{ ...version, handedInAt: '2026-11-25T18:00:00.000Z' }] });
    return reply(handIns.handItIn, stored);
  });
  const { router } = await renderPage(OwnWorkPage, '/', aarav);
  const go = (to: string) => router.navigate({ to });
  await chooseFile();
  void go('/one');
  await screen.findByRole('dialog', { name: 'Leave without the chosen files?' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('a.txt')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Remove a.txt' }));
  await go('/two');
  expect(router.state.location.pathname).toBe('/two');
  await go('/');
  await chooseFile();
  await userEvent.click(screen.getByRole('button', { name: 'Hand in' }));
  expect(await screen.findByText('Handed in 25 Nov 2026, 18:00')).toBeDefined();
  await go('/three');
  expect(router.state.location.pathname).toBe('/three');
});

it('clears the error about empty work once a file is chosen or a word is written', async () => {
  fakeServer({ [`GET ${path}`]: () => reply(handIns.readHandIn, work()) });
  await renderPage(OwnWorkPage, '/', aarav);
  const nothing = () => screen.queryByText('Write a text or choose a file to hand in.');
  const handIn = await screen.findByRole('button', { name: 'Hand in' });
  await userEvent.click(handIn);
  expect(nothing()).not.toBeNull();
  await userEvent.upload(
    screen.getByLabelText<HTMLInputElement>('Files'),
    new File(['x'], 'a.txt'),
  );
  expect(nothing()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove a.txt' }));
  await userEvent.click(handIn);
  expect(nothing()).not.toBeNull();
  await userEvent.type(screen.getByLabelText('Your text'), 'x');
  expect(nothing()).toBeNull();
});

it('sends no student to the teacher in a closed term, where nothing can be reopened', async () => {
  const { assignment } = work();
  const returned = work({
    assignment: { ...assignment, termClosed: true },
    state: 'returned',
    handingIn: 'returned',
    marks: 17,
  });
  fakeServer({ [`GET ${path}`]: () => reply(handIns.readHandIn, returned) });
  await renderPage(OwnWorkPage, '/', aarav);
  expect(await screen.findByText(/the term of this subject is closed/)).toBeDefined();
  expect(screen.queryByText(/Ask your teacher/)).toBeNull();
});

it.each([
  [{ state: 'missed', handingIn: 'tooLate' }, /The deadline passed on 25 Nov 2026, 23:59/],
  [{ state: 'missed', handingIn: 'termClosed' }, /The term of this subject is closed/],
  [{ state: 'returned', handingIn: 'returned', marks: 0 }, /Your work has been returned/],
  [{ state: 'handedIn', handingIn: 'notEnrolled' }, /not enrolled in this subject any more/],
] as const)('says why nothing can be handed in: %j', async (more, text) => {
  fakeServer({ [`GET ${path}`]: () => reply(handIns.readHandIn, work(more)) });
  await renderPage(OwnWorkPage, '/', aarav);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByLabelText('Your text')).toBeNull();
});

it('says that late work will be marked as late, and keeps the files of the former version', async () => {
  const file = { id: '3', name: 'one.txt', type: 'text/plain; charset=utf-8', size: 10 };
  const former = { version: 1, text: 'First', late: false, handedInAt: '2026-11-20T10:00:00.000Z' };
  const versions = [{ ...former, files: [file] }];
  fakeServer({
    [`GET ${path}`]: () => reply(handIns.readHandIn, work({ handingIn: 'late', versions })),
  });
  await renderPage(OwnWorkPage, '/', aarav);
  expect(await screen.findByText(/marked as late/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Keep one.txt').checked).toBe(true);
});

it('says when work was handed in by the clock of the campus, as it says the deadline', async () => {
  const version = { version: 1, text: 'First', late: false, files: [] };
  const versions = [{ ...version, handedInAt: '2026-11-25T18:00:00.000Z' }];
  fakeServer({
    'GET /api/campus': () => campusReply({ timezone: 'Asia/Kolkata' }),
    [`GET ${path}`]: () => reply(handIns.readHandIn, work({ versions })),
  });
  await renderPage(OwnWorkPage, '/', aarav);
  expect(await screen.findByText('Handed in 25 Nov 2026, 23:30')).toBeDefined();
});

it('says how much can be stored, and refuses a file that does not fit', async () => {
  fakeServer({
    [`GET ${path}`]: () => reply(handIns.readHandIn, work()),
    'GET /api/assignments/storage': () =>
      reply(assignments.readStorage, { left: 2048, assignment: null, campus: null }),
  });
  await renderPage(OwnWorkPage, '/', aarav);
  expect(await screen.findByText('At most 20 MB a file; 2 KB are left.')).toBeDefined();
  const chosen = [1500, 600, 500].map((size) => new File(['x'.repeat(size)], `${size}.txt`));
  await userEvent.upload(screen.getByLabelText<HTMLInputElement>('Files'), chosen);
  expect(screen.getByText('1500.txt')).toBeDefined();
  expect(screen.getByText('500.txt')).toBeDefined();
  expect(screen.queryByText('600.txt')).toBeNull();
  expect(screen.getByText(/^This does not fit: 0\.5 KB are left\./)).toBeDefined();
});

it('does not show someone else’s work', async () => {
  const message = 'You are not enrolled in the subject of this assignment.';
  fakeServer({ [`GET ${path}`]: () => refusal({ error: 'forbidden', message }) });
  await renderPage(OwnWorkPage, '/', aarav);
  expect(await screen.findByText(message)).toBeDefined();
});
