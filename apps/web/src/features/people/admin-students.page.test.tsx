import { accounts, people, studentFields } from '@campus/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { DutyContext } from '../../lib/may-call.tsx';
import { fakeServer, refusal, reply, replyOutsideContract } from '../../testing/fake-server.ts';
import { aStudent, aStudentRow } from '../../testing/people.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AdminStudentsPage from './admin-students.page.tsx';

const list = 'GET /api/faculty/students/all';
const add = 'POST /api/uploadStudent';

const named = (name: string) => ({ id: name, name, email: `${name.toLowerCase()}@example.edu` });
const ruth = aStudent(named('Ruth'));
const page = (names: readonly string[], total = names.length, number = 1) =>
  reply(
    people.listStudents,
    names.map((name) => aStudentRow(named(name))),
    { 'x-total-count': String(total), 'x-page': String(number) },
  );
const nobody = { [list]: () => page([]) };
const bodyOf = (seen: readonly { method: string; body: string }[]) =>
  JSON.parse(seen.find(({ method }) => method === 'POST')?.body ?? 'null') as unknown;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

it('shows the three sections with their fields', async () => {
  fakeServer(nobody);
  await renderPage(AdminStudentsPage);
  const fields = {
    'Required Information': ['Full Name *', 'Email *', 'Roll Number'],
    'Academic Information': ['Course', 'Branch', 'Semester', 'Year'],
    'Personal Information': ['Date of Birth', 'Gender', 'Contact Number', 'Address'],
  };
  for (const [section, labels] of Object.entries(fields)) {
    const group = within(screen.getByRole('group', { name: section }));
    for (const label of labels) expect(group.getByLabelText(label)).toBeDefined();
  }
  for (const label of ['Semester', 'Year'])
    expect(screen.getByLabelText(label).getAttribute('min')).toBe('1');
  const genders = within(screen.getByLabelText('Gender')).getAllByRole('option');
  expect(genders.map(({ textContent }) => textContent)).toEqual(['', 'Male', 'Female', 'Other']);
});

it('requires name and email, and sends nothing without them', async () => {
  const seen = fakeServer(nobody);
  await renderPage(AdminStudentsPage);
  await type('Full Name *', '   ');
  await press('Add Student');
  expect((await screen.findByRole('alert')).textContent).toBe('Name and Email are required fields');
  expect(screen.getByLabelText('Email *').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('Full Name *'));
  expect(seen.every(({ method }) => method === 'GET')).toBe(true);
});

it('sends what is left empty as null, adds the student and clears the form', async () => {
  const seen = fakeServer({
    [list]: ({ path }) =>
      /around=ruth|page=2/.test(path) ? page(['Quinn', 'Ruth'], 12, 2) : page([]),
    [add]: () => reply(people.createStudent, ruth),
  });
  const { router } = await renderPage(AdminStudentsPage);
  await type('Full Name *', ' Ruth ');
  await type('Email *', 'ruth@example.edu');
  await type('Semester', '3');
  await type('Contact Number', '9845022114');
  await userEvent.selectOptions(screen.getByLabelText('Gender'), 'Other');
  await press('Add Student');
  expect(await screen.findByText('Student added successfully!')).toBeDefined();
  const blank = Object.fromEntries(Object.keys(studentFields).map((name) => [name, null]));
  expect(bodyOf(seen)).toEqual({
    ...blank,
    name: 'Ruth',
    email: 'ruth@example.edu',
    semester: 3,
    contactNo: 9845022114,
    gender: 'Other',
  });
  for (const label of ['Full Name *', 'Email *', 'Semester', 'Gender', 'Contact Number'])
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('');
  // The list has turned to her page.
  const added = await screen.findByRole('row', { name: /^Ruth Ruth New ruth@example\.edu/ });
  expect(added).toBeDefined();
  expect(router.state.location.search).toEqual({ page: 2 });
});

it('does not turn the list that was searched while the page of the added student was fetched', async () => {
  const around = Promise.withResolvers<Response>();
  fakeServer({
    [list]: ({ path }) => (path.includes('around=') ? around.promise : page(['Quinn'])),
    [add]: () => reply(people.createStudent, ruth),
  });
  const { router } = await renderPage(AdminStudentsPage);
  await type('Full Name *', 'Ruth');
  await type('Email *', 'ruth@example.edu');
  await press('Add Student');
  expect(await screen.findByText('Student added successfully!')).toBeDefined();
  const search = screen.getByRole('searchbox', { name: 'Find a student' });
  await userEvent.type(search, 'qui');
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'qui' }));
  around.resolve(page(['Quinn', 'Ruth'], 12, 2));
  await userEvent.type(search, 'nn');
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'quinn' }));
});

it('shows the server’s problems at their fields and keeps what was typed', async () => {
  fakeServer({
    ...nobody,
    [add]: () =>
      refusal({
        message: 'Email is not a valid address',
        error: 'invalid',
        details: [{ field: 'email', message: 'Email is not a valid address' }],
      }),
  });
  await renderPage(AdminStudentsPage);
  await type('Full Name *', 'Daniel Osei');
  await type('Email *', 'daniel.osei@');
  await press('Add Student');
  expect((await screen.findByRole('alert')).textContent).toBe('Email is not a valid address');
  const email = screen.getByLabelText<HTMLInputElement>('Email *');
  const described = document.getElementById(email.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('Email is not a valid address');
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(email.value).toBe('daniel.osei@');
  expect(screen.getByLabelText<HTMLInputElement>('Full Name *').value).toBe('Daniel Osei');
});

it('without a reason from the server says that adding failed', async () => {
  fakeServer({ ...nobody, [add]: () => replyOutsideContract(502) });
  await renderPage(AdminStudentsPage);
  await type('Full Name *', 'Daniel Osei');
  await type('Email *', 'daniel.osei@example.edu');
  await press('Add Student');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to add student');
});

it('without an answer says that the student may have been added, and reads the list again', async () => {
  let listed: string[] = [];
  fakeServer({
    [list]: () => page(listed),
    [add]: () => {
      listed = ['Daniel'];
      throw new TypeError('Failed to fetch');
    },
  });
  await renderPage(AdminStudentsPage);
  await type('Full Name *', 'Daniel');
  await type('Email *', 'daniel@example.edu');
  await press('Add Student');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to add student. Campus did not answer. Check whether this was done before you try again.',
  );
  expect(await screen.findByRole('row', { name: /^Daniel/ })).toBeDefined();
});

it('without a message describes the status in words', async () => {
  const statusText = 'Bad Gateway';
  fakeServer({ ...nobody, [add]: () => new Response('No.', { status: 502, statusText }) });
  await renderPage(AdminStudentsPage);
  await type('Full Name *', 'Daniel Osei');
  await type('Email *', 'daniel.osei@example.edu');
  await press('Add Student');
  expect((await screen.findByRole('alert')).textContent).toBe(statusText);
});

it('is busy while a student is added: fields and tabs are disabled', async () => {
  const answer = Promise.withResolvers<Response>();
  fakeServer({ ...nobody, [add]: () => answer.promise });
  await renderPage(AdminStudentsPage);
  await type('Full Name *', 'Ruth');
  await type('Email *', 'ruth@example.edu');
  await press('Add Student');
  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Adding...' });
  expect(busy.disabled).toBe(true);
  expect(screen.getByLabelText('Full Name *').matches(':disabled')).toBe(true);
  for (const tab of screen.getAllByRole<HTMLButtonElement>('tab')) expect(tab.disabled).toBe(true);
  answer.resolve(reply(people.createStudent, ruth));
  expect(await screen.findByRole('button', { name: 'Add Student' })).toBeDefined();
});

it('hides the banner after 5 seconds, or when it is dismissed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  fakeServer(nobody);
  await renderPage(AdminStudentsPage);
  await press('Add Student');
  expect(await screen.findByRole('alert')).toBeDefined();
  act(() => void vi.advanceTimersByTime(4_000));
  expect(screen.queryByRole('alert')).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Add Student');
  await press('Dismiss');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('lists the students, N/A where something is missing', async () => {
  fakeServer({
    [list]: () => reply(people.listStudents, [aStudentRow({ course: 'B.Tech', univId: 'U1' })]),
  });
  await renderPage(AdminStudentsPage);
  const ada = await screen.findByRole('row', { name: /^Ada/ });
  const cells = within(ada).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    // The cell of the checkbox.
    '',
    'ada@example.edu',
    'U1',
    'B.Tech',
    'N/A',
  ]);
});

it('says when there are no students', async () => {
  fakeServer(nobody);
  await renderPage(AdminStudentsPage);
  expect(await screen.findByText('No students found')).toBeDefined();
});

it('says why the students could not be listed, and tries again', async () => {
  let answers = 0;
  fakeServer({
    [list]: () => {
      answers += 1;
      return answers === 1
        ? refusal({ message: 'Campus is starting.', error: 'unavailable' })
        : page(['Ada']);
    },
  });
  await renderPage(AdminStudentsPage);
  expect(await screen.findByText('Campus is starting.')).toBeDefined();
  await press('Try again');
  expect(await screen.findByRole('row', { name: /^Ada/ })).toBeDefined();
});

it('says, while all students are chosen, that unticking one keeps only those of the page', async () => {
  fakeServer({ [list]: () => page(['Ada', 'Ben'], 50_000) });
  await renderPage(AdminStudentsPage);
  const ada = await screen.findByRole('checkbox', { name: /Ada/ });
  await userEvent.click(ada);
  await press('Choose all 50,000');
  expect(screen.getByText('Unticking one keeps only this page')).toBeDefined();
  await userEvent.click(ada);
  expect(screen.getByText('1 chosen')).toBeDefined();
  expect(screen.queryByText('Unticking one keeps only this page')).toBeNull();
});

it('announces that a search has found nothing', async () => {
  fakeServer({ [list]: ({ path }) => page(path.includes('search=') ? [] : ['Ada']) });
  await renderPage(AdminStudentsPage);
  await screen.findByRole('row', { name: /^Ada/ });
  const announced = [...document.querySelectorAll('[aria-live]')];
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a student' }), 'zoe');
  const text = await screen.findByText('No students found');
  expect(announced.some((region) => region.contains(text))).toBe(true);
});

it('searches on the server once typing pauses, and keeps it in the address', async () => {
  const seen = fakeServer({ [list]: () => page(['Ada'], 25) });
  const { router } = await renderPage(AdminStudentsPage, '/?page=2');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a student' }), 'ada');
  await waitFor(() => expect(router.state.location.search).toEqual({ search: 'ada' }));
  await waitFor(() => expect(seen.at(-1)?.path).toContain('search=ada&page=1'));
  expect(seen.some(({ path }) => /search=a(d)?&/.test(path))).toBe(false);
});

it('sorts by a column, in reverse on the second press', async () => {
  const seen = fakeServer({ [list]: () => page(['Ada'], 25) });
  await renderPage(AdminStudentsPage);
  await screen.findByRole('row', { name: /^Ada/ });
  for (const [order, direction] of [
    ['asc', 'ascending'],
    ['desc', 'descending'],
  ]) {
    await press('Roll No');
    const head = screen.getByRole('columnheader', { name: 'Roll No' });
    await waitFor(() => expect(head.getAttribute('aria-sort')).toBe(direction));
    await waitFor(() => expect(seen.at(-1)?.path).toContain(`sort=rollNo&order=${order}`));
  }
});

it('shows the last page when the address names one that no longer exists', async () => {
  fakeServer({
    [list]: ({ path }) => (path.includes('page=3') ? page(['Zoe'], 21) : page([], 21)),
  });
  const { router } = await renderPage(AdminStudentsPage, '/?page=99');
  expect(await screen.findByRole('row', { name: /^Zoe/ })).toBeDefined();
  expect(router.state.location.search).toEqual({ page: 3 });
  expect(screen.getByText('21–21 of 21')).toBeDefined();
});

const nobodyElse = { teachers: 0, administrators: 0 };
const invitations = (neverInvited: number, waiting = 0) =>
  reply(accounts.readInvitations, {
    neverInvited: { students: neverInvited, ...nobodyElse },
    expired: { students: 0, ...nobodyElse },
    waiting,
    sent: 0,
    mailsPerMinute: 60,
    endsAt: waiting > 0 ? '2026-03-11T15:30:00.000Z' : null,
    problem: null,
  });

it('offers to invite the first student whose invitation was postponed', async () => {
  let students: string[] = [];
  fakeServer({
    [list]: () => page(students),
    [add]: () => {
      students = ['Ruth'];
      return reply(people.createStudent, ruth);
    },
    'GET /api/people/invitations': () => invitations(students.length),
  });
  await renderPage(AdminStudentsPage);
  expect(await screen.findByText('No students found')).toBeDefined();
  await userEvent.click(screen.getByRole('switch', { name: 'Send 1 invitation now' }));
  await type('Full Name *', 'Ruth');
  await type('Email *', 'ruth@example.edu');
  await press('Add Student');
  expect(await screen.findByRole('row', { name: /^Ruth/ })).toBeDefined();
  await press('Filter');
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Not yet invited');
  expect(await screen.findByRole('button', { name: 'Invite 1 student' })).toBeDefined();
});

it('postpones invitations when the switch says so, and sends them with one button, showing the progress', async () => {
  let waiting = 0;
  const seen = fakeServer({
    [list]: ({ path }) =>
      path.includes('around=') || path.includes('never_invited') ? page(['Ruth']) : page([]),
    [add]: () => reply(people.createStudent, ruth),
    'GET /api/people/invitations': () => invitations(waiting > 0 ? 0 : 1243, waiting),
    'POST /api/people/invitations': () => {
      waiting = 1243;
      return reply(accounts.inviteMany, { invited: waiting });
    },
  });
  await renderPage(AdminStudentsPage);
  await userEvent.click(screen.getByRole('switch', { name: 'Send 1 invitation now' }));
  await type('Full Name *', 'Ruth');
  await type('Email *', 'ruth@example.edu');
  await press('Add Student');
  expect(await screen.findByText('Student added successfully!')).toBeDefined();
  expect(seen.some(({ path }) => path.endsWith('/uploadStudent?invite=later'))).toBe(true);
  await press('Filter');
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Not yet invited');
  await userEvent.click(await screen.findByRole('button', { name: 'Invite 1,243 students' }));
  expect(
    await screen.findByText(
      /^1,243 invitations wait, 60 can leave in a minute: the last one about/,
    ),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Invite/ })).toBeNull();
  expect(JSON.parse(seen.findLast(({ method }) => method === 'POST')?.body ?? '')).toEqual({
    who: 'never_invited',
    role: 'student',
  });
});

it('keeps the invitation postponed after a reload, and for the next student', async () => {
  const seen = fakeServer({ ...nobody, [add]: () => reply(people.createStudent, ruth) });
  await renderPage(AdminStudentsPage);
  await userEvent.click(screen.getByRole('switch', { name: 'Send 1 invitation now' }));
  await type('Full Name *', 'Ruth');
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  await renderPage(AdminStudentsPage);
  const isOn = () => screen.getByRole<HTMLInputElement>('switch').checked;
  expect(screen.getByLabelText<HTMLInputElement>('Full Name *').value).toBe('Ruth');
  expect(isOn()).toBe(false);
  await type('Email *', 'ruth@example.edu');
  await press('Add Student');
  expect(await screen.findByText('Student added successfully!')).toBeDefined();
  expect(seen.some(({ path }) => path.endsWith('/uploadStudent?invite=later'))).toBe(true);
  expect(isOn()).toBe(false);
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  await renderPage(AdminStudentsPage);
  expect(isOn()).toBe(false);
  await type('Full Name *', 'Esther');
  expect(screen.queryByText(/^You began this on/)).toBeNull();
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  await renderPage(AdminStudentsPage);
  expect(screen.getByText(/^You began this on/)).toBeDefined();
  await press('Start again');
  expect(screen.getByLabelText<HTMLInputElement>('Full Name *').value).toBe('');
  expect(isOn()).toBe(false);
});

it('offers the exam office the list as a file, and the registrar the whole records', async () => {
  URL.createObjectURL = () => 'blob:saved';
  URL.revokeObjectURL = () => undefined;
  for (const [duty, file] of [
    ['exam_office', '/api/faculty/students/all/export'],
    ['registrar', '/api/people/students/export'],
  ] as const) {
    const seen = fakeServer({ ...nobody, [`GET ${file}`]: () => new Response('Name') });
    const Page = () => (
      <DutyContext value={duty}>
        <AdminStudentsPage />
      </DutyContext>
    );
    await renderPage(Page, '/?search=ann');
    await press('Download');
    await userEvent.click(screen.getByRole('menuitem', { name: 'CSV' }));
    await waitFor(() =>
      expect(seen.map(({ path }) => path)).toContainEqual(
        `${file}?sort=name&order=asc&search=ann&format=csv`,
      ),
    );
    cleanup();
  }
});
