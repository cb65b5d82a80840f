import { handIns } from '@campus/contract';
import { asMinute } from '@campus/contract/testing';
import { useLocation } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { listUnsent } from '../../../lib/unsent.ts';
import { campusReply, fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import WorkPage from './work.page.tsx';

const teacher = { email: 'meera@example.edu', role: 'teacher', name: 'Meera Nair' } as const;
const assignment = {
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
};
const version = (number: number, text: string) => ({
  version: number,
  text,
  late: false,
  handedInAt: '2026-11-20T10:00:00.000Z',
  files: [],
});

const work = {
  assignment,
  studentName: 'Aarav Mehta',
  studentEmail: 'a@example.edu',
  state: 'handedIn',
  handingIn: 'inTime',
  reopened: false,
  versions: [version(1, 'First answer')],
  marks: null,
  comment: '',
  markedVersion: null,
  returnedAt: null,
  marksVersion: 0,
  history: [],
  extended: false,
  extensions: [],
} as const;

/** The assignment with these students. */
const assignmentOf = (
  students: Parameters<typeof reply<typeof handIns.readAssignment>>[1]['students'],
) =>
  reply(handIns.readAssignment, {
    assignment: {
      ...assignment,
      past: false,
      students: 0,
      handedIn: 0,
      toMark: 0,
      toReturn: 0,
      returned: 0,
      sections: null,
      version: 1,
    },
    students,
    changes: [],
  });
const bela = {
  studentId: '2',
  studentName: 'Bela Kovács',
  studentEmail: 'b@example.edu',
  univId: null,
  rollNo: null,
  enrolled: true,
  state: 'handedIn',
  late: false,
  version: 1,
  handedInAt: '2026-11-20T11:00:00.000Z',
  files: 0,
  marks: null,
  marked: false,
  extendedTo: null,
  returnedAt: null,
  reopened: false,
} as const;
/** No other students to go on to. */
const nobody = () => assignmentOf([]);

it('says when the student has handed in again, and shows the version to mark now', async () => {
  const message = 'The student has handed in again in the meantime.';
  let versions = [version(1, 'First answer')];
  fakeServer({
    'GET /api/assignments/': nobody,
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, ['Show the steps']),
    'GET /api/assignments//hand-ins/': () => reply(handIns.readHandIn, { ...work, versions }),
    'PUT /api/assignments/7/hand-ins/a%40example.edu/marks': ({ body }) => {
      expect(JSON.parse(body)).toEqual({ version: 1, marks: 12, comment: '' });
      versions = [version(2, 'Second answer'), version(1, 'First answer')];
      return refusal({ error: 'conflict', message });
    },
  });
  await renderPage(WorkPage);
  const save = await screen.findByRole('button', { name: 'Save' });
  await userEvent.click(save);
  expect(
    await screen.findByText('Marks must be a whole or half number from 0 to 20, such as 7.5'),
  ).toBeDefined();
  await userEvent.type(screen.getByLabelText(/^Marks out of 20/), '12');
  await userEvent.click(save);
  expect(await screen.findByText('Second answer')).toBeDefined();
});

it('gives every time by the campus clock, as the deadline', async () => {
  const changed = { changedBy: 'Meera Nair', changedAt: '2026-11-20T10:00:00.000Z' };
  const marked = {
    id: '1',
    event: 'marked',
    version: 1,
    marks: 12,
    comment: '',
    ...changed,
  } as const;
  const extension = { id: '2', deadlineOnCampus: null, reason: '', ...changed };
  fakeServer({
    'GET /api/campus': () => campusReply({ timezone: 'Asia/Kolkata' }),
    'GET /api/assignments/': nobody,
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, []),
    'GET /api/assignments//hand-ins/': () =>
      reply(handIns.readHandIn, { ...work, history: [marked], extensions: [extension] }),
  });
  await renderPage(WorkPage);
  await waitFor(() => expect(screen.getAllByText(/20 Nov 2026, 15:30$/)).toHaveLength(3));
});

it('offers a teacher no changes once the term is closed, and says why; an administrator keeps them', async () => {
  const closed = { ...work, assignment: { ...assignment, termClosed: true } };
  fakeServer({
    'GET /api/assignments/': nobody,
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, []),
    'GET /api/assignments//hand-ins/': () => reply(handIns.readHandIn, closed),
  });
  const offered = async () => [
    (await screen.findByLabelText<HTMLInputElement>(/^Marks out of 20/)).matches(':enabled'),
    ...['Save', 'Extend'].map((name) => screen.queryByRole('button', { name }) !== null),
    screen.queryByText(/^The term of this assignment is closed/) === null,
  ];
  await renderPage(WorkPage, '/', teacher);
  expect(await offered()).toEqual([false, false, false, false]);
  cleanup();
  await renderPage(WorkPage);
  expect(await offered()).toEqual([true, true, true, true]);
});

it('writes the history of one mark, and of a half, as one would say it', async () => {
  const change = (id: string, marks: number, event: 'marked' | 'returned') => ({
    id,
    event,
    marks,
    comment: '',
    version: 1,
    changedBy: 'Ruth Adeyemi',
    changedAt: '2026-11-20T10:00:00.000Z',
  });
  fakeServer({
    'GET /api/assignments/': nobody,
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, []),
    'GET /api/assignments//hand-ins/': () =>
      reply(handIns.readHandIn, {
        ...work,
        history: [change('3', 1, 'returned'), change('2', 1, 'marked'), change('1', 0.5, 'marked')],
      }),
  });
  await renderPage(WorkPage);
  const history = await screen.findByRole('list', { name: /^History of the marks/ });
  expect(history.textContent).toMatch(
    /Returned with 1 mark[A-Z].*1 mark for version 1.*0.5 marks for version 1/,
  );
});

/** A hand-in whose marks can be given, returned and reopened; `meanwhile` is what someone else does. */
const marking = () => {
  let now: Parameters<typeof reply<typeof handIns.readHandIn>>[1] = work;
  const change = (more: Partial<typeof now>) => {
    now = { ...now, ...more, marksVersion: now.marksVersion + 1 };
    return now;
  };
  const path = '/api/assignments/7/hand-ins/a%40example.edu';
  const seen = fakeServer({
    'GET /api/assignments/': nobody,
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, []),
    'GET /api/assignments//hand-ins/': () => reply(handIns.readHandIn, now),
    [`PUT ${path}/marks`]: ({ body, ifMatch }) => {
      if (ifMatch === `"${now.marksVersion}"`) {
        const { marks } = JSON.parse(body) as { marks: number };
        return reply(handIns.markHandIn, change({ marks, markedVersion: 1 }));
      }
      const { marks, marksVersion } = now;
      const by = { changedBy: 'Ruth Adeyemi', changedAt: '2026-11-20T10:00:00.000Z' };
      const other = { field: 'marks', before: '12', now: String(marks), version: marksVersion };
      return refusal({ error: 'conflict', message: '', details: [{ ...other, ...by }] });
    },
    [`POST ${path}/return`]: () =>
      reply(
        handIns.returnHandIn,
        change({ state: 'returned', returnedAt: '2026-11-20T10:00:00.000Z', reopened: false }),
      ),
    [`POST ${path}/reopen`]: () =>
      reply(handIns.reopenHandIn, change({ state: 'handedIn', returnedAt: null, reopened: true })),
  });
  const ifMatches = () =>
    seen.filter(({ method }) => method === 'PUT').map(({ ifMatch }) => ifMatch);
  return { meanwhile: change, ifMatches };
};
const press = async (name: string) => {
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button().disabled).toBe(false));
  await userEvent.click(button());
};
const giveMarks = async (marks: string) => {
  const field = await screen.findByLabelText(/^Marks out of 20/);
  await userEvent.clear(field);
  await userEvent.type(field, marks);
};

it('marks can be changed after returning the work, and after reopening it', async () => {
  const { ifMatches } = marking();
  await renderPage(WorkPage);
  await giveMarks('12');
  await press('Save and return');
  expect(await screen.findByText('The student sees these marks.')).toBeDefined();
  await giveMarks('13');
  await press('Save');
  await waitFor(() => expect(ifMatches()).toHaveLength(2));
  await press('Reopen');
  expect(await screen.findByText('Reopened: the student can hand in again.')).toBeDefined();
  await giveMarks('14');
  await press('Save');
  await waitFor(() => expect(ifMatches()).toEqual(['"0"', '"2"', '"4"']));
  expect(screen.queryByRole('list', { name: 'Changed meanwhile' })).toBeNull();
});

it('someone else’s marks are reported, even after one has reopened the work oneself', async () => {
  const { meanwhile } = marking();
  meanwhile({ marks: 12, markedVersion: 1, state: 'returned', returnedAt: '2026-11-20T10:00:00Z' });
  await renderPage(WorkPage);
  await giveMarks('13');
  meanwhile({ marks: 15 });
  await press('Reopen');
  expect(await screen.findByText('Reopened: the student can hand in again.')).toBeDefined();
  await press('Save');
  const changes = await screen.findByRole('list', { name: 'Changed meanwhile' });
  expect(changes.textContent).toContain('12 → 15by Ruth Adeyemi');
});

it('keeps what was typed when someone else has given other marks, and says which', async () => {
  const sent: unknown[] = [];
  fakeServer({
    'GET /api/assignments/': nobody,
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, ['Show the steps']),
    'GET /api/assignments//hand-ins/': () => reply(handIns.readHandIn, work),
    'PUT /api/assignments/7/hand-ins/a%40example.edu/marks': ({ ifMatch }) => {
      sent.push(ifMatch);
      const change = {
        field: 'marks',
        before: null,
        now: '15',
        changedBy: 'Ruth Adeyemi',
        changedAt: '2026-11-20T10:00:00.000Z',
        version: 3,
      };
      return refusal({ error: 'conflict', message: 'Meanwhile.', details: [change] });
    },
  });
  await renderPage(WorkPage);
  const save = await screen.findByRole('button', { name: 'Save' });
  await userEvent.type(screen.getByLabelText(/^Marks out of 20/), '12');
  await userEvent.click(save);
  const changes = await screen.findByRole('list', { name: 'Changed meanwhile' });
  expect(changes.textContent).toContain('N/A → 15by Ruth Adeyemi');
  expect(screen.getByLabelText<HTMLInputElement>(/^Marks out of 20/).value).toBe('12');
  await userEvent.click(save);
  await screen.findByRole('list', { name: 'Changed meanwhile' });
  expect(sent).toEqual(['"0"', '"3"']);
});

it('does not take somebody along who has gone elsewhere while the marks are saved', async () => {
  const saved = Promise.withResolvers<Response>();
  const path = '/api/assignments/7/hand-ins/a%40example.edu';
  fakeServer({
    'GET /api/assignments/': () => assignmentOf([bela]),
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, []),
    'GET /api/assignments//hand-ins/': () => reply(handIns.readHandIn, work),
    [`PUT ${path}/marks`]: () => saved.promise,
  });
  const { router } = await renderPage(() =>
    useLocation().pathname === '/' ? <WorkPage /> : <h1>Elsewhere</h1>,
  );
  await giveMarks('12');
  await press('Save and Next');
  expect(listUnsent('admin@example.edu')).toHaveLength(1);
  await router.navigate({ to: '/elsewhere' });
  await screen.findByRole('heading', { name: 'Elsewhere' });
  saved.resolve(reply(handIns.markHandIn, { ...work, marks: 12, markedVersion: 1 }));
  // What was typed is kept until it is saved.
  await waitFor(() => expect(listUnsent('admin@example.edu')).toEqual([]));
  expect(router.history.location.pathname).toBe('/elsewhere');
});

it('counts those who are still to be marked with separators', async () => {
  const many = Array.from({ length: 1234 }, (_, at) => ({ ...bela, studentEmail: `b${at}@x.edu` }));
  fakeServer({
    'GET /api/assignments/': () => assignmentOf(many),
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, []),
    'GET /api/assignments//hand-ins/': () => reply(handIns.readHandIn, work),
  });
  await renderPage(WorkPage);
  expect((await screen.findByRole('region', { name: 'To mark next' })).textContent).toContain(
    '1,234',
  );
});
