import { type Correction, corrections, people, type ReplyOf } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, refusal, reply, replyOutsideContract } from '../../testing/fake-server.ts';
import { aStudent, aStudentRow } from '../../testing/people.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { TeacherStudentsPage } from './teacher-students.page.tsx';

const Page = () => <TeacherStudentsPage renderPicture={() => null} />;

const list = 'GET /api/faculty/students/all';
const send = 'POST /api/corrections';

const ada = aStudent({
  id: '7',
  name: 'Ada',
  email: 'ada@example.edu',
  univId: 'S1',
  rollNo: 'R1',
  course: 'B.Sc',
  branch: 'Mathematics',
  semester: null,
  year: 2,
  dob: asDay('2005-03-20'),
  gender: null,
  contactNo: 9845022114,
  contactPhone: '98450 22114',
  address: 'Quad 1',
});
const adaInList = aStudentRow({
  univId: 'S1',
  rollNo: 'R1',
  course: 'B.Sc',
  branch: 'Mathematics',
  year: 2,
});
const request = (more: Partial<Correction> = {}): Correction => ({
  id: '1',
  student: { email: ada.email, name: 'Ada', rollNo: 'R1' },
  changes: [{ field: 'address', was: 'Quad 1', now: 'Quad 1', proposed: 'Quad 2' }],
  reason: null,
  state: 'open',
  requestedBy: 'Omar Farouk',
  requestedAt: '2026-11-19T12:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
  note: null,
  seen: false,
  ...more,
});

const page = (students: ReplyOf<typeof people.listStudents>, total = students.length) =>
  reply(people.listStudents, students, { 'x-total-count': String(total) });
const usualReplies = {
  'GET /api/corrections/mine/unseen/count': () => reply(corrections.countUnseen, 0),
  'GET /api/students/by-email/ada%40example.edu': () => reply(people.studentByEmail, ada),
  'GET /api/corrections/student/ada%40example.edu': () => reply(corrections.openOfStudent, []),
  [list]: () => page([adaInList]),
};
const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name, hidden: false }));
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .slice(0, 3)
    .map(({ textContent }) => textContent);

it('lists name, email, roll no and course, N/A where something is missing', async () => {
  const rest = { ...ada, rollNo: undefined, course: undefined };
  fakeServer({
    ...usualReplies,
    [list]: () =>
      replyOutsideContract(200, [
        { ...rest, rollNumber: 'R9', courseName: 'B.A' },
        { name: 'Eve' },
      ]),
  });
  await renderPage(Page);
  expect(cells(await screen.findByRole('row', { name: /^Ada/ }))).toEqual([
    'ada@example.edu',
    'R9',
    'B.A',
  ]);
  expect(cells(screen.getByRole('row', { name: /^Eve/ }))).toEqual(['N/A', 'N/A', 'N/A']);
  expect(screen.getByText('2 students')).toBeDefined();
});

it('accepts a single student in place of a list, and everybody at once', async () => {
  const everybody = Array.from({ length: 23 }, (_, n) => ({ ...ada, id: n, name: `Student ${n}` }));
  let answer: unknown = ada;
  fakeServer({ ...usualReplies, [list]: () => replyOutsideContract(200, answer) });
  await renderPage(Page);
  expect(await screen.findByRole('row', { name: /^Ada/ })).toBeDefined();
  answer = everybody;
  await userEvent.type(screen.getByRole('searchbox'), 'student');
  expect(await screen.findByText('1–10 of 23')).toBeDefined();
  await press('Page 3');
  expect(await screen.findByRole('row', { name: /^Student 22/ })).toBeDefined();
});

it('asks the server for a page and a search, and keeps both in the address', async () => {
  const seen = fakeServer({ ...usualReplies, [list]: () => page([adaInList], 50_000) });
  const { router } = await renderPage(Page, '/?page=4999');
  expect(await screen.findByText('49,981–49,990 of 50,000')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a student' }), 'ada');
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'ada' }));
  await waitFor(() => expect(seen.at(-1)?.path).toContain('limit=10&page=1&search=ada'));
});

it('says when there are no students', async () => {
  fakeServer({ ...usualReplies, [list]: () => page([]) });
  await renderPage(Page);
  expect(await screen.findByText('No students found')).toBeDefined();
});

it('shows the server’s message about a failure, or else its own', async () => {
  let answers = 0;
  fakeServer({
    ...usualReplies,
    [list]: () => {
      answers += 1;
      if (answers === 1) throw new TypeError('Failed to fetch');
      return answers === 2
        ? refusal({ message: 'Campus is starting.', error: 'unavailable' })
        : page([adaInList]);
    },
  });
  await renderPage(Page);
  expect(await screen.findByText('Failed to fetch students. Please try again.')).toBeDefined();
  await press('Try again');
  expect(await screen.findByText('Campus is starting.')).toBeDefined();
  await press('Try again');
  expect(await screen.findByRole('row', { name: /^Ada/ })).toBeDefined();
});

it('shows a student’s details, N/A where something is missing', async () => {
  fakeServer(usualReplies);
  await renderPage(Page);
  await press('View Details');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ada' }));
  expect((await dialog.findByText('Department')).nextSibling?.textContent).toBe('Mathematics');
  expect(dialog.getByText('Semester').nextSibling?.textContent).toBe('N/A');
  expect(dialog.getByText('Date of Birth').nextSibling?.textContent).toBe('20 Mar 2005');
  expect(dialog.getByText('Contact Number').nextSibling?.textContent).toBe('98450 22114');
});

it('says what is hidden about a student, and offers no correction of it', async () => {
  const { dob: _dob, address: _address, ...shown } = ada;
  const withheld = [{ field: 'address' as const }];
  fakeServer({
    ...usualReplies,
    'GET /api/students/by-email/ada%40example.edu': () => reply(people.studentByEmail, shown),
    'GET /api/corrections/student/ada%40example.edu': () =>
      reply(corrections.openOfStudent, [request({ changes: withheld })]),
  });
  await renderPage(Page);
  await press('View Details');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ada' }));
  for (const label of ['Date of Birth', 'Address'])
    expect((await dialog.findByText(label)).nextSibling?.textContent).toBe('Not shown to you');
  expect(dialog.getByText('Semester').nextSibling?.textContent).toBe('N/A');
  await userEvent.keyboard('{Escape}');
  await press('Edit');
  const open = await screen.findByRole('list', { name: 'Open requests' });
  expect(open.textContent).toContain('fromNot shown to youtoNot shown to you');
  const address = screen.getByRole<HTMLInputElement>('textbox', {
    name: 'Address',
    description: 'Not shown to you',
  });
  expect(address.disabled).toBe(true);
});

it('says when a profile cannot be loaded', async () => {
  fakeServer({
    ...usualReplies,
    'GET /api/students/by-email/ada%40example.edu': () => replyOutsideContract(500),
  });
  await renderPage(Page);
  await press('View Details');
  expect(await screen.findByText('Failed to load profile. Please try again.')).toBeDefined();
});

it('sends only what is changed in Edit as a request', async () => {
  const seen = fakeServer({
    ...usualReplies,
    [send]: () => reply(corrections.requestCorrection, request()),
  });
  await renderPage(Page);
  await press('Edit');
  const number = await screen.findByLabelText<HTMLInputElement>('Contact Number');
  expect(number.value).toBe('98450 22114');
  expect(screen.getByText(/An administrator approves/)).toBeDefined();
  await press('Send request');
  expect((await screen.findByRole('alert')).textContent).toBe('Nothing is changed yet.');
  await userEvent.clear(number);
  await userEvent.type(screen.getByLabelText('Reason'), ' It is the number of an aunt. ');
  await press('Send request');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = seen.find(({ method }) => method === 'POST');
  expect(JSON.parse(sent?.body ?? 'null')).toEqual({
    studentEmail: 'ada@example.edu',
    contactNo: null,
    reason: 'It is the number of an aunt.',
  });
});

it('marks the field that was refused and keeps what was typed', async () => {
  const message = 'Contact Number must be a number of 7 to 15 digits';
  fakeServer({
    ...usualReplies,
    [send]: () =>
      refusal({ message, error: 'invalid', details: [{ field: 'contactNo', message }] }),
  });
  await renderPage(Page);
  await press('Edit');
  const number = await screen.findByLabelText<HTMLInputElement>('Contact Number');
  await userEvent.type(number, 'x');
  await press('Send request');
  expect(await screen.findByText(message)).toBeDefined();
  expect(number.value).toBe('98450 22114x');
  await waitFor(() => expect(document.activeElement).toBe(number));
});

it('shows an open request in Edit: its field waits for the decision', async () => {
  fakeServer({
    ...usualReplies,
    'GET /api/corrections/student/ada%40example.edu': () =>
      reply(corrections.openOfStudent, [request()]),
  });
  await renderPage(Page);
  await press('Edit');
  const open = await screen.findByRole('list', { name: 'Open requests' });
  expect(open.textContent).toContain('Asked by Omar Farouk on 19 Nov 2026, not decided yet');
  expect(open.textContent).toContain('Quad 2');
  expect(screen.getByLabelText<HTMLInputElement>('Address').disabled).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Contact Number').disabled).toBe(false);
});

it('tells how many requests were decided until they are looked at', async () => {
  let unseen = 1;
  const decided = request({
    state: 'refused',
    decidedBy: 'Ruth Adeyemi',
    decidedAt: '2026-11-20T12:00:00.000Z',
    note: 'That is the parents’ address.',
  });
  const seen = fakeServer({
    ...usualReplies,
    'GET /api/corrections/mine/unseen/count': () => reply(corrections.countUnseen, unseen),
    'GET /api/corrections/mine': () =>
      reply(corrections.ownCorrections, [decided, request({ id: '2' })], { 'x-total-count': '2' }),
    'POST /api/corrections/mine/seen': () => {
      unseen = 0;
      return reply(corrections.markSeen, undefined);
    },
  });
  await renderPage(Page);
  expect(await screen.findByText('1 of your requests has been decided.')).toBeDefined();
  await press('Show');
  const [first, second] = within(
    await screen.findByRole('list', { name: 'My requests' }),
  ).getAllByRole('listitem');
  expect(first?.textContent).toContain('That is the parents’ address.');
  expect(first?.textContent).toContain('refused by Ruth Adeyemi on 20 Nov 2026');
  expect(second?.textContent).toContain('Waiting');
  await waitFor(() =>
    expect(screen.queryByText('1 of your requests has been decided.')).toBeNull(),
  );
  const marked = seen.find(({ method }) => method === 'POST');
  expect(JSON.parse(marked?.body ?? 'null')).toEqual({ ids: ['1'] });
});
