import { people, subjects } from '@campus/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import AdminSubjectsPage from './admin-subjects.page.tsx';

const list = 'GET /api/enrollments';
const create = 'POST /api/enrollments/create-for-all';
const teachers = 'GET /api/faculty/all';

const subject = (subjectName: string, more: Record<string, unknown> = {}) => ({
  id: subjectName,
  subjectName,
  subjectCode: 'CS301',
  credits: 4,
  emailId: 'meera@example.edu',
  teacherName: 'Meera Nair',
  students: 1_204,
  ...more,
});
const usualReplies = {
  [list]: () => reply(subjects.listEnrollments, []),
  [teachers]: () => reply(people.listFaculty, []),
  'GET /api/enrollments/audience': () => reply(subjects.countAudience, { students: 12_240 }),
};

const fillIn = async (credits = '') => {
  await userEvent.type(screen.getByLabelText('Subject Name *'), ' Compilers ');
  await userEvent.type(screen.getByLabelText('Subject Code *'), 'CS401');
  if (credits) await userEvent.type(screen.getByLabelText('Credits'), credits);
  await userEvent.type(screen.getByLabelText('Email ID (faculty) *'), 'meera@example.edu');
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Enroll All Students' }));

it('lists the enrollments after saying that they are loading', async () => {
  const answer = Promise.withResolvers<Response>();
  fakeServer({ ...usualReplies, [list]: () => answer.promise });
  await renderPage(AdminSubjectsPage);
  expect(await screen.findByText('Loading enrollments...')).toBeDefined();
  answer.resolve(reply(subjects.listEnrollments, [subject('Databases')]));
  expect(
    await screen.findByRole('row', { name: 'Databases CS301 Meera Nair 1,204 4' }),
  ).toBeDefined();
});

it('says why the enrollments could not be loaded, and tries again', async () => {
  let failing = true;
  fakeServer({
    ...usualReplies,
    [list]: () =>
      failing
        ? refusal({ message: 'Campus is starting.', error: 'unavailable' })
        : reply(subjects.listEnrollments, []),
  });
  await renderPage(AdminSubjectsPage);
  expect(await screen.findByText('Campus is starting.')).toBeDefined();
  failing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No enrollments yet')).toBeDefined();
});

it('says beside the button how many students the chosen audience would enrol', async () => {
  const seen = fakeServer({
    ...usualReplies,
    'GET /api/enrollments/audience': ({ path }) =>
      reply(subjects.countAudience, { students: path.includes('course=') ? 100_001 : 12_240 }),
  });
  await renderPage(AdminSubjectsPage);
  expect(await screen.findByText('This would enrol 12,240 students.')).toBeDefined();
  await userEvent.click(screen.getByText('Only for…'));
  await userEvent.type(screen.getByLabelText('Course'), ' B.Tech');
  expect(
    await screen.findByText(
      'This would enrol 100,001 students. A class has at most 100,000 students: say above whom it is for.',
    ),
  ).toBeDefined();
  expect(seen.at(-1)?.path).toContain('course=B.Tech');
});

it('requires name, code and e-mail, ignoring spaces', async () => {
  const seen = fakeServer(usualReplies);
  await renderPage(AdminSubjectsPage);
  await userEvent.type(screen.getByLabelText('Subject Name *'), '   ');
  await submit();
  expect((await screen.findByRole('alert')).textContent).toBe('All fields are required');
  for (const label of ['Subject Name *', 'Subject Code *', 'Email ID (faculty) *'])
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(seen.every(({ method }) => method === 'GET')).toBe(true);
});

it.each([
  ['', 0],
  ['4', 4],
])('sends credits %j as %i', async (typed, credits) => {
  const seen = fakeServer({
    ...usualReplies,
    [create]: () => reply(subjects.createForAll, subject('Compilers')),
  });
  await renderPage(AdminSubjectsPage);
  expect(screen.getByLabelText('Credits').getAttribute('min')).toBe('0');
  await fillIn(typed);
  await submit();
  await screen.findByText('Enrollment created successfully!');
  expect(JSON.parse(seen.find(({ method }) => method === 'POST')?.body ?? '')).toEqual({
    subjectName: 'Compilers',
    subjectCode: 'CS401',
    credits,
    emailId: 'meera@example.edu',
  });
});

it('adds the new subject to the list and hides the success message after 3 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  fakeServer({
    ...usualReplies,
    [list]: () => reply(subjects.listEnrollments, [subject('Databases')]),
    [create]: () => reply(subjects.createForAll, subject('Compilers', { subjectCode: 'CS401' })),
  });
  await renderPage(AdminSubjectsPage);
  await screen.findByRole('row', { name: /^Databases/ });
  await fillIn();
  await submit();
  const success = 'Enrollment created successfully!';
  expect(await screen.findByText(success)).toBeDefined();
  const names = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(names).toEqual(['Databases', 'Compilers']);
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.queryByText(success)).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByText(success)).toBeNull();
});

it('reads "Processing..." while it works, and keeps what was typed when it is refused', async () => {
  const answer = Promise.withResolvers<Response>();
  fakeServer({ ...usualReplies, [create]: () => answer.promise });
  await renderPage(AdminSubjectsPage);
  await fillIn();
  await submit();
  const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Processing...' });
  expect(busy.disabled).toBe(true);
  const message = 'No teacher has the e-mail meera@example.edu.';
  const details = [{ field: 'emailId', message: 'No teacher has this e-mail' }];
  answer.resolve(refusal({ message, error: 'invalid', details }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.getByText('No teacher has this e-mail')).toBeDefined();
  const email = screen.getByLabelText<HTMLInputElement>('Email ID (faculty) *');
  expect(email.value).toBe('meera@example.edu');
  await waitFor(() => expect(document.activeElement).toBe(email));
});

it('offers matching teachers, and fills in the e-mail of the chosen one', async () => {
  const meera = {
    id: '1',
    name: 'Meera Nair',
    email: 'meera@example.edu',
    department: 'CS',
    active: true,
  };
  const seen = fakeServer({
    ...usualReplies,
    [teachers]: () => reply(people.listFaculty, [meera]),
  });
  await renderPage(AdminSubjectsPage);
  const field = screen.getByLabelText<HTMLInputElement>('Email ID (faculty) *');
  // A name is not an e-mail, but may be typed.
  expect(field.type).toBe('text');
  await userEvent.type(field, 'nair');
  await userEvent.click(await screen.findByRole('option', { name: /Meera Nair/ }));
  expect(field.value).toBe('meera@example.edu');
  expect(seen.some(({ path }) => path.includes('search=nair'))).toBe(true);
});
