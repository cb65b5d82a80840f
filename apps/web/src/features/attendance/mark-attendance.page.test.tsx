import { attendance, type BodyIn, type RosterEntry } from '@campus/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { listUnsent, readUnsent, saveUnsent } from '../../lib/unsent.ts';
import { campusReply, fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import MarkAttendancePage from './mark-attendance.page.tsx';

const teacher = 'meera@example.edu';
const subjects = [
  { id: '7', subjectName: 'Data Structures', subjectCode: 'CS201' },
  { id: '8', subjectName: 'Operating Systems', subjectCode: 'CS203' },
].map((subject) => ({
  ...subject,
  startsOn: '2026-08-24',
  endsOn: '2026-12-25',
  students: 2,
  parts: [{ sectionId: null, name: null, students: 2 }],
}));

const entry = (number: number, name: string, present: boolean | null): RosterEntry => ({
  id: String(number),
  studentEmail: `s${number}@example.edu`,
  studentName: name,
  studentRollNo: `CS23-00${number}`,
  present,
  remarks: null,
  correctedBy: null,
});
const asha = entry(1, 'Asha Rao', null);
const ben = entry(2, 'Ben Okri', null);

type Sent = BodyIn<typeof attendance.submitAttendance>;
type Answers = Parameters<typeof fakeServer>[0];
const rosterOf = '/api/attendance/subject/7/date/2026-11-20';
const working = (roster: readonly RosterEntry[] = [asha, ben]): Answers => ({
  'GET /api/campus': () => campusReply({ timezone: 'Asia/Kolkata' }),
  [`GET /api/attendance/faculty/${encodeURIComponent(teacher)}/subjects`]: () =>
    reply(attendance.facultySubjects, subjects),
  [`GET ${rosterOf}`]: () => reply(attendance.roster, roster, { etag: '"3"' }),
  'GET /api/attendance/stats/subject/7': () =>
    reply(attendance.subjectStats, { totalClasses: 24, attendancePercentage: 87.2 }),
  'GET /api/attendance/subject/8/date/2026-11-20': () =>
    reply(attendance.roster, [], { etag: '"0"' }),
  'GET /api/attendance/stats/subject/8': () =>
    reply(attendance.subjectStats, { totalClasses: 0, attendancePercentage: null }),
  'POST /api/attendance/bulk': () => submitted(2),
});
const forbidden = (message: string) => () => refusal({ message, error: 'forbidden' });
const submitted = (students: number) =>
  reply(attendance.submitAttendance, {
    message: 'ok',
    subjectId: '7',
    date: '2026-11-20',
    submitted: students,
    changed: students,
  });

const open = async (answers: Answers = working()) => {
  const seen = fakeServer(answers);
  const user = userEvent.setup();
  const page = () => (
    <>
      <MarkAttendancePage />
      <Toasts />
    </>
  );
  await renderPage(page, '/', { email: teacher, role: 'teacher', name: 'Meera Nair' });
  return { seen, user };
};
const student = (name: string) => within(screen.getByRole('radiogroup', { name }));
const submitButton = () => screen.getByRole('button', { name: 'Submit Attendance' });
const countOf = (word: string) =>
  within(screen.getByRole('list', { name: 'Marks of this class' })).getByText(
    (_, item) => item?.tagName === 'LI' && (item.textContent ?? '').endsWith(word),
  ).textContent;

describe('a teacher opening the page', () => {
  it('finds the first subject selected, today’s date on campus, the students and the figures', async () => {
    await open();
    expect(await screen.findByRole('radiogroup', { name: 'Asha Rao' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('Subject').selectedOptions[0]?.text).toBe(
      'Data Structures (CS201)',
    );
    const date = screen.getByLabelText<HTMLInputElement>('Date');
    expect([date.type, date.value, date.max]).toEqual(['date', '2026-11-20', '2026-11-20']);
    expect(await screen.findByText('87.2%')).toBeTruthy();
    expect(screen.getByText('24')).toBeTruthy();
  });

  it('gets the students and figures of another day, and of another subject', async () => {
    const { seen, user } = await open({
      ...working(),
      'GET /api/attendance/subject/7/date/2026-11-19': () =>
        reply(attendance.roster, [entry(3, 'Chen Li', true)]),
    });
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await screen.findByText('87.2%');
    const figuresOf = (subject: string) =>
      seen.filter(({ path }) => path === `/api/attendance/stats/subject/${subject}`).length;
    const before = figuresOf('7');
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-11-19' } });
    expect(await screen.findByRole('radiogroup', { name: 'Chen Li' })).toBeTruthy();
    expect(screen.queryByRole('radiogroup', { name: 'Asha Rao' })).toBeNull();
    await waitFor(() => expect(figuresOf('7')).toBeGreaterThan(before));
    await user.selectOptions(screen.getByLabelText('Subject'), 'Operating Systems (CS203)');
    await waitFor(() => expect(figuresOf('8')).toBeGreaterThan(0));
  });

  it('is told when no subject is assigned', async () => {
    const own = `GET /api/attendance/faculty/${encodeURIComponent(teacher)}/subjects`;
    await open({ ...working(), [own]: () => reply(attendance.facultySubjects, []) });
    expect(await screen.findByText('No subjects assigned to you')).toBeTruthy();
  });

  it('is told why the subjects could not be loaded', async () => {
    const own = `GET /api/attendance/faculty/${encodeURIComponent(teacher)}/subjects`;
    await open({ ...working(), [own]: forbidden('Not you.') });
    expect(await screen.findByText('Failed to fetch subjects: Not you.')).toBeTruthy();
  });

  it('is told why the students and the figures could not be loaded, and tries again', async () => {
    const answers: Record<string, Answers[string]> = {
      ...working(),
      [`GET ${rosterOf}`]: forbidden('Not this one.'),
      'GET /api/attendance/stats/subject/7': forbidden('No figures.'),
    };
    const { user } = await open(answers);
    expect(await screen.findByText('Failed to fetch attendance: Not this one.')).toBeTruthy();
    expect(await screen.findByText('Failed to fetch stats: No figures.')).toBeTruthy();
    expect(screen.getAllByText('N/A')).toHaveLength(2);
    Object.assign(answers, working());
    const alert = screen.getByText('Not this one.').closest('[role="alert"]') as HTMLElement;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('radiogroup', { name: 'Asha Rao' })).toBeTruthy();
  });

  it('is told when a subject has no students, and cannot submit', async () => {
    const { user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.selectOptions(screen.getByLabelText('Subject'), 'Operating Systems (CS203)');
    expect(await screen.findByText('No students found for this subject')).toBeTruthy();
    expect(submitButton()).toHaveProperty('disabled', true);
    expect(await screen.findByText('N/A')).toBeTruthy();
  });
});

describe('a teacher marking', () => {
  it('sends everybody, the unmarked as absent, with the version of the class that was loaded', async () => {
    const { seen, user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(student('Asha Rao').getByRole('radio', { name: 'Present' }));
    await user.type(screen.getByLabelText('Remarks for Asha Rao'), 'Late');
    await waitFor(() => expect(countOf('Unmarked')).toBe('1 Unmarked'));
    await user.click(submitButton());
    expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
    const sent = seen.find(({ method }) => method === 'POST');
    expect(sent?.ifMatch).toBe('"3"');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      facultyEmail: teacher,
      subjectId: '7',
      date: '2026-11-20',
      studentAttendances: [
        { studentEmail: 's1@example.edu', present: true, remarks: 'Late' },
        { studentEmail: 's2@example.edu', present: false, remarks: null },
      ],
    });
    const loads = (path: string) => seen.filter((request) => request.path === path).length;
    await waitFor(() => expect(loads(rosterOf)).toBe(2));
    expect(loads('/api/attendance/stats/subject/7')).toBe(2);
  });

  it('marks with P and A, moves with the arrow keys and writes a remark with R', async () => {
    const { user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.type(screen.getByRole('searchbox', { name: 'Find a student' }), '{Enter}');
    await user.keyboard('p{ArrowDown}a');
    expect(student('Asha Rao').getByRole('radio', { name: 'Present' })).toHaveProperty(
      'checked',
      true,
    );
    expect(student('Ben Okri').getByRole('radio', { name: 'Absent' })).toHaveProperty(
      'checked',
      true,
    );
    await user.keyboard('{ArrowUp}r');
    await user.keyboard('pa{Escape}');
    expect(screen.getByLabelText('Remarks for Asha Rao')).toHaveProperty('value', 'pa');
    expect(document.activeElement).toBe(
      student('Asha Rao').getByRole('radio', { name: 'Present' }),
    );
  });

  it('moves to the next student after P and A if that is chosen, and the choice is kept', async () => {
    const { user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(screen.getByRole('checkbox', { name: 'Auto-next' }));
    await user.type(screen.getByRole('searchbox', { name: 'Find a student' }), '{Enter}');
    await user.keyboard('pa');
    for (const [name, mark] of [
      ['Asha Rao', 'Present'],
      ['Ben Okri', 'Absent'],
    ] as const)
      expect(student(name).getByRole('radio', { name: mark })).toHaveProperty('checked', true);
    expect(localStorage.getItem('campus.marks-go-on')).toBe('true');
    await user.click(submitButton());
    expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
  });

  it('marks one student, not those after them too, when P is held for long', async () => {
    const { user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(screen.getByRole('checkbox', { name: 'Auto-next' }));
    await user.type(screen.getByRole('searchbox', { name: 'Find a student' }), '{Enter}');
    for (const repeat of [false, true, true])
      fireEvent.keyDown(document.activeElement ?? document.body, {
        key: 'p',
        code: 'KeyP',
        repeat,
      });
    expect(student('Asha Rao').getByRole('radio', { name: 'Present' })).toHaveProperty(
      'checked',
      true,
    );
    expect(student('Ben Okri').getByRole('radio', { name: 'Present' })).toHaveProperty(
      'checked',
      false,
    );
  });

  it('opens the remark and types nothing into it when R is held', async () => {
    await open();
    const first = await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    act(() => within(first).getByRole('radio', { name: 'Present' }).focus());
    const typed = [false, true, true].map((repeat) =>
      fireEvent.keyDown(document.activeElement ?? document.body, {
        key: 'r',
        code: 'KeyR',
        repeat,
      }),
    );
    expect(document.activeElement).toBe(screen.getByLabelText('Remarks for Asha Rao'));
    expect(typed).toEqual([false, false, false]);
    expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'r' })).toBe(true);
  });

  it('marks only the unmarked students as present, and undoes it', async () => {
    const { user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(student('Asha Rao').getByRole('radio', { name: 'Absent' }));
    await user.click(screen.getByRole('button', { name: 'Mark the rest present' }));
    await waitFor(() =>
      expect([countOf('Present'), countOf('Absent')]).toEqual(['1 Present', '1 Absent']),
    );
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect([countOf('Absent'), countOf('Unmarked')]).toEqual(['1 Absent', '1 Unmarked']),
    );
  });

  it('keeps the focus where they have moved it before Undo appears', async () => {
    await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    act(() => screen.getByRole('button', { name: 'Mark the rest present' }).click());
    const search = screen.getByRole('searchbox', { name: 'Find a student' });
    search.focus();
    await screen.findByRole('button', { name: 'Undo' });
    expect(document.activeElement).toBe(search);
  });

  it('can show the unmarked only, or search for students', async () => {
    const { user } = await open(working([{ ...asha, present: true }, ben]));
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(screen.getByRole('checkbox', { name: 'Unmarked only' }));
    expect(screen.queryByRole('radiogroup', { name: 'Asha Rao' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Unmarked only' }));
    await user.type(screen.getByRole('searchbox', { name: 'Find a student' }), 'asha');
    expect(screen.queryByRole('radiogroup', { name: 'Ben Okri' })).toBeNull();
    expect(screen.getAllByRole('radiogroup', { hidden: true })).toHaveLength(2);
  });

  it('can choose a quick remark', async () => {
    const { user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(screen.getByLabelText('Remarks for Asha Rao'));
    await user.click(screen.getByRole('button', { name: 'Absent with apology' }));
    expect(screen.getByLabelText('Remarks for Asha Rao')).toHaveProperty(
      'value',
      'Absent with apology',
    );
  });

  it('is asked before a class in which nobody is marked is recorded', async () => {
    const { seen, user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(submitButton());
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('All 2 students will be recorded as absent.')).toBeTruthy();
    // The focus is on Cancel: a second Enter must not confirm.
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' })),
    );
    expect(seen.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Submit all as absent' }));
    expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
  });

  it('is asked before leaving a class with unsent marks, which are still there later', async () => {
    const { user } = await open();
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(student('Asha Rao').getByRole('radio', { name: 'Present' }));
    await user.selectOptions(screen.getByLabelText('Subject'), 'Operating Systems (CS203)');
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }),
    );
    await screen.findByText('No students found for this subject');
    await user.click(screen.getByRole('button', { name: 'Data Structures (CS201), 20 Nov 2026' }));
    expect(await screen.findByText(/Your marks of 1 student are back/)).toBeTruthy();
    expect(student('Asha Rao').getByRole('radio', { name: 'Present' })).toHaveProperty(
      'checked',
      true,
    );
  });

  it('keeps everything when the server refuses, and is told why', async () => {
    const { user } = await open({
      ...working(),
      'POST /api/attendance/bulk': forbidden('This subject belongs to another teacher.'),
    });
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(student('Asha Rao').getByRole('radio', { name: 'Present' }));
    await user.click(submitButton());
    expect(
      await screen.findByText('Submission failed: This subject belongs to another teacher.'),
    ).toBeTruthy();
    expect(student('Asha Rao').getByRole('radio', { name: 'Present' })).toHaveProperty(
      'checked',
      true,
    );
    expect(readUnsent(teacher, 'marks:2026-11-20:7')).toEqual({
      since: '"3"',
      marks: [['s1@example.edu', true, '']],
    });
  });

  it('submits what was on the screen once the network is back', async () => {
    const answers: Record<string, Answers[string]> = { ...working() };
    delete answers['POST /api/attendance/bulk'];
    const { seen, user } = await open(answers);
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(student('Asha Rao').getByRole('radio', { name: 'Present' }));
    await user.click(submitButton());
    expect(await screen.findByText(/^Submission failed: no connection\. Your marks/)).toBeTruthy();
    expect(
      screen.getByText(/^No connection\. .* will be submitted when it is back\.$/),
    ).toBeTruthy();
    await user.click(student('Ben Okri').getByRole('radio', { name: 'Present' }));
    Object.assign(answers, working());
    window.dispatchEvent(new Event('online'));
    expect(
      await screen.findByText(/^Your connection is back\. .* 20 Nov 2026 was submitted\.$/),
    ).toBeTruthy();
    const sent = seen.findLast(({ method }) => method === 'POST');
    expect([sent?.ifMatch, (JSON.parse(sent?.body ?? '') as Sent).studentAttendances[1]]).toEqual([
      '"3"',
      { studentEmail: 's2@example.edu', present: false, remarks: null },
    ]);
    expect(readUnsent(teacher, 'submission:2026-11-20:7')).toBeNull();
    expect(readUnsent(teacher, 'marks:2026-11-20:7')).toMatchObject({
      marks: [['s2@example.edu', true, '']],
    });
  });

  it.each([
    ['one subject left', subjects.slice(1)],
    ['no subject left', []],
  ])(
    'finds the marks of a class that was handed over before they could be sent: %s',
    async (_, left) => {
      const answers: Record<string, Answers[string]> = { ...working() };
      delete answers['POST /api/attendance/bulk'];
      const { user } = await open(answers);
      await screen.findByRole('radiogroup', { name: 'Asha Rao' });
      await user.click(student('Asha Rao').getByRole('radio', { name: 'Present' }));
      await user.click(submitButton());
      await screen.findByText(/^Submission failed: no connection\. Your marks/);
      Object.assign(answers, {
        'POST /api/attendance/bulk': forbidden('This subject belongs to another teacher.'),
        [`GET ${rosterOf}`]: forbidden('This subject belongs to another teacher.'),
        [`GET /api/attendance/faculty/${encodeURIComponent(teacher)}/subjects`]: () =>
          reply(attendance.facultySubjects, left),
      });
      window.dispatchEvent(new Event('online'));
      const title = 'Not submitted: Data Structures (CS201), 20 Nov 2026';
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
      expect(screen.getByText(/shown here if you cannot open the class any more/)).toBeTruthy();
      expect(screen.getByText('Asha Rao: present')).toBeTruthy();
      expect(screen.getByText('Ben Okri: absent')).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Discard' }));
      await user.click(
        within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }),
      );
      await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull());
      expect(listUnsent(teacher)).toEqual([]);
    },
  );

  it('is not led to another class by unsent marks of a section they have no more', async () => {
    saveUnsent(teacher, 'marks:2026-11-19:8:5', { marks: [['s1@example.edu', true, 'Late']] });
    await open();
    const title = 'Not submitted: a class of 19 Nov 2026';
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText('s1@example.edu: present, Late')).toBeTruthy();
    expect(screen.queryByText('Not submitted yet:')).toBeNull();
  });

  it('can submit only once while a submission is in progress', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { seen, user } = await open({
      ...working(),
      'POST /api/attendance/bulk': () => new Promise((resolve) => (answer = resolve)),
    });
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await user.click(student('Asha Rao').getByRole('radio', { name: 'Present' }));
    await user.click(submitButton());
    const busy = await screen.findByRole('button', { name: 'Submitting...' });
    expect(busy).toHaveProperty('disabled', true);
    await user.click(busy);
    answer(submitted(2));
    expect(await screen.findByRole('button', { name: 'Submit Attendance' })).toBeTruthy();
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a class that someone else has marked meanwhile', () => {
  const theirs = {
    studentEmail: ben.studentEmail,
    studentName: 'Ben Okri',
    present: true,
    remarks: 'At the office',
    changedBy: 'Ruth Adeyemi',
    changedAt: '2026-11-20T04:12:00.000Z',
  };
  const ofAsha = {
    ...theirs,
    studentEmail: asha.studentEmail,
    studentName: 'Asha Rao',
    present: false,
  };
  const conflict = async (differing: readonly (typeof theirs)[] = [theirs]) => {
    let stored: readonly RosterEntry[] = [asha, ben];
    let version = 3;
    let details = differing;
    const opened = await open({
      ...working(),
      [`GET ${rosterOf}`]: () => reply(attendance.roster, stored, { etag: `"${version}"` }),
      'POST /api/attendance/bulk': ({ ifMatch, body }) =>
        ifMatch === '"3"' && body.includes(ben.studentEmail)
          ? refusal({ message: 'Changed.', error: 'conflict', details: [...details] })
          : submitted(1),
    });
    await screen.findByRole('radiogroup', { name: 'Asha Rao' });
    await opened.user.click(student('Asha Rao').getByRole('radio', { name: 'Present' }));
    stored = [asha, { ...ben, present: true, remarks: 'At the office' }];
    version = 4;
    await opened.user.click(submitButton());
    const dialog = within(await screen.findByRole('dialog'));
    const last = () => {
      const sent = opened.seen.findLast(({ method }) => method === 'POST');
      const { studentAttendances } = JSON.parse(sent?.body ?? '{}') as {
        studentAttendances: { studentEmail: string }[];
      };
      return {
        etag: sent?.ifMatch,
        students: studentAttendances.map(({ studentEmail }) => studentEmail),
      };
    };
    const change = (later: Partial<typeof theirs>) => {
      details = details.map((one) => ({ ...one, ...later }));
      stored = [asha, { ...ben, present: true, remarks: 'At the office', ...later }];
      version += 1;
    };
    return { ...opened, dialog, last, change };
  };

  it('is shown with who differs, what is stored, by whom and when, and one’s own mark', async () => {
    const { dialog } = await conflict();
    const row = dialog.getByRole('listitem');
    expect(row.textContent).toBe(
      'Ben OkriStored nowPresentAt the officeby Ruth Adeyemi, 20 Nov 2026, 09:42YoursAbsent',
    );
  });

  it('keeps theirs: the other students are sent', async () => {
    const { user, dialog, last } = await conflict();
    await user.click(dialog.getByRole('button', { name: 'Keep theirs' }));
    expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
    expect(last()).toEqual({ etag: '"3"', students: ['s1@example.edu'] });
  });

  it('is overwritten only when the teacher says so', async () => {
    const { user, dialog, last } = await conflict();
    await user.click(dialog.getByRole('button', { name: 'Send mine' }));
    expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
    expect(last()).toEqual({ etag: '"4"', students: ['s1@example.edu', 's2@example.edu'] });
  });

  describe('with several students', () => {
    const differing = (dialog: ReturnType<typeof within>, name: string) =>
      within(dialog.getByRole('group', { name }));

    it('asks for each whose mark is right, and keeps theirs unless told otherwise', async () => {
      const { user, dialog, last } = await conflict([ofAsha, theirs]);
      expect(dialog.getByText(/^2 students differ/)).toBeTruthy();
      expect(dialog.getByRole('button', { name: 'Keep theirs' })).toBeTruthy();
      await user.click(differing(dialog, 'Ben Okri').getByRole('radio', { name: /^Yours/ }));
      await user.click(dialog.getByRole('button', { name: 'Send 1 of mine' }));
      expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
      expect(last()).toEqual({ etag: '"4"', students: ['s2@example.edu'] });
    });

    it('accepts all of theirs or all of one’s own with one click', async () => {
      const { user, dialog, last } = await conflict([ofAsha, theirs]);
      await user.click(dialog.getByRole('button', { name: 'Keep all of mine' }));
      expect(differing(dialog, 'Asha Rao').getByRole('radio', { name: /^Yours/ })).toHaveProperty(
        'checked',
        true,
      );
      await user.click(dialog.getByRole('button', { name: 'Take all of theirs' }));
      expect(dialog.getByRole('button', { name: 'Keep theirs' })).toBeTruthy();
      await user.click(dialog.getByRole('button', { name: 'Keep all of mine' }));
      await user.click(dialog.getByRole('button', { name: 'Send mine' }));
      expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
      expect(last()).toEqual({ etag: '"4"', students: ['s1@example.edu', 's2@example.edu'] });
    });
  });

  it('is asked about again when it changes once more while the question is open', async () => {
    const { user, dialog, last, change } = await conflict();
    change({ remarks: 'At the office again' });
    await user.click(dialog.getByRole('button', { name: 'Send mine' }));
    await dialog.findByText('At the office again');
    await user.click(dialog.getByRole('button', { name: 'Send mine' }));
    expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
    expect(last()).toEqual({ etag: '"5"', students: ['s1@example.edu', 's2@example.edu'] });
  });

  it('loses nothing when the teacher cancels', async () => {
    const { user, dialog } = await conflict();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(student('Asha Rao').getByRole('radio', { name: 'Present' })).toHaveProperty(
      'checked',
      true,
    );
  });
});
