import { attendance, type AttendanceRecord } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { campusReply, fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import StudentAttendancePage from './student-attendance.page.tsx';

const email = 'aarav@example.edu';
const own = encodeURIComponent(email);
const day = (number: number) => asDay(`2026-11-${String(number).padStart(2, '0')}`);
/** Thirty days of November, newest first; every tenth missed. */
const records: readonly AttendanceRecord[] = Array.from({ length: 30 }, (_, index) => ({
  id: String(index),
  date: day(30 - index),
  subjectId: index % 2 ? '8' : '7',
  subjectName: index % 2 ? 'Operating Systems' : 'Data Structures',
  subjectCode: index % 2 ? 'CS203' : 'CS201',
  present: (30 - index) % 10 !== 0,
  remarks: index === 0 ? 'Medical leave' : null,
}));

const termName = 'Autumn 2026';
const structures = { id: '7', subjectName: 'Data Structures', subjectCode: 'CS201', termName };
const systems = { id: '8', subjectName: 'Operating Systems', subjectCode: 'CS203', termName };
const optics = { id: '9', subjectName: 'Optics', subjectCode: 'PH9', termName };

type Answers = Parameters<typeof fakeServer>[0];
const working = (): Answers => ({
  'GET /api/campus': () => campusReply({ today: '2026-11-30' }),
  [`GET /api/students/${own}/attendance-summary`]: () =>
    reply(attendance.studentSummary, {
      overallPercentage: 86.4,
      startDate: '2026-07-20',
      endDate: '2026-11-30',
    }),
  [`GET /api/attendance/student/${own}`]: () => reply(attendance.studentRecords, records),
  [`GET /api/attendance/student/${own}/subjects`]: () =>
    reply(attendance.studentSubjects, [structures, systems]),
  [`GET /api/attendance/student/${own}/percentages`]: () =>
    reply(attendance.studentPercentages, [
      {
        ...structures,
        ongoing: true,
        classes: 15,
        opening: { classes: 40, present: 34, untilOn: asDay('2026-09-30') },
        present: 15,
        percentage: 100,
        startDate: day(1),
        endDate: day(29),
      },
      {
        ...systems,
        ongoing: true,
        classes: 15,
        opening: null,
        present: 7,
        percentage: 46.7,
        startDate: day(2),
        endDate: day(30),
      },
      {
        ...optics,
        ongoing: true,
        classes: 0,
        present: 0,
        percentage: null,
        startDate: null,
        endDate: null,
        opening: null,
      },
    ]),
  [`GET /api/attendance/student/${own}/subject/7`]: () =>
    reply(attendance.studentSubjectRecords, records.slice(0, 4)),
  [`GET /api/attendance/student/${own}/subject/8`]: () =>
    reply(attendance.studentSubjectRecords, []),
});
const open = async (answers: Answers = working(), address = '/') => {
  const seen = fakeServer(answers);
  const { router } = await renderPage(StudentAttendancePage, address, {
    email,
    role: 'student',
    name: 'Aarav Mehta',
  });
  return { seen, user: userEvent.setup(), router };
};

describe('a student', () => {
  it('sees the percentage and its first and last date', async () => {
    await open();
    expect(
      await screen.findByText((_, node) => node?.tagName === 'P' && node.textContent === '86.4%'),
    ).toBeTruthy();
    expect(screen.getByText('From').nextSibling?.textContent).toBe('20 Jul 2026');
    expect(screen.getByText('To').nextSibling?.textContent).toBe('30 Nov 2026');
  });

  it('without marks sees N/A three times, and no strip', async () => {
    await open({
      ...working(),
      [`GET /api/students/${own}/attendance-summary`]: () =>
        reply(attendance.studentSummary, {
          overallPercentage: null,
          startDate: null,
          endDate: null,
        }),
      [`GET /api/attendance/student/${own}`]: () => reply(attendance.studentRecords, []),
      [`GET /api/attendance/student/${own}/percentages`]: () =>
        reply(attendance.studentPercentages, []),
    });
    expect(await screen.findByText('No attendance records found')).toBeTruthy();
    expect(await screen.findAllByText('N/A')).toHaveLength(3);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('sees the records with badges and remarks, ten to a page', async () => {
    const { user } = await open();
    const table = within(await screen.findByRole('table', { name: 'Attendance records' }));
    const [, first] = table.getAllByRole('row');
    expect(first?.textContent).toBe('30 Nov 2026Data Structures (CS201)AbsentMedical leave');
    const subject = within(first as HTMLElement).getByRole('link');
    expect(subject.getAttribute('href')).toBe('/student/subjects/7');
    expect(table.getAllByRole('row')).toHaveLength(11);
    expect(screen.getByText('1–10 of 30')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(table.getAllByRole('row')[1]?.textContent).toContain('20 Nov 2026');
  });

  it('finds the subject and the page of the records again after a reload', async () => {
    const { user, router } = await open(working(), '/?page=2');
    expect(await screen.findByText('11–20 of 30')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Subject' }), '7');
    expect(await screen.findByText('1–4 of 4')).toBeTruthy();
    expect(router.state.location.search).toEqual({ subject: '7' });
  });

  it('sees the last 24 classes as a strip with a sentence', async () => {
    await open();
    expect(
      await screen.findByRole('img', { name: 'Last 24 classes: 21 present, 3 absent' }),
    ).toBeTruthy();
    expect(screen.getByText('Of 24 classes, 3 missed')).toBeTruthy();
    expect(screen.getByText('Of 30 classes, 3 missed')).toBeTruthy();
  });

  it('filters by subject with a request for that subject only', async () => {
    const { seen, user } = await open();
    const filter = await screen.findByRole('combobox', { name: 'Subject' });
    expect([...filter.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'All Subjects',
      'Data Structures (CS201)',
      'Operating Systems (CS203)',
    ]);
    await user.selectOptions(filter, 'Operating Systems (CS203)');
    expect(await screen.findByText('No attendance records found')).toBeTruthy();
    expect(seen.some(({ path }) => path === `/api/attendance/student/${own}/subject/8`)).toBe(true);
  });

  it('sees the percentage of each subject, its balance from before Campus, and how many more classes would reach 75%', async () => {
    await open();
    const list = within((await screen.findByText('By subject')).closest('section') as HTMLElement);
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Data Structures (CS201)100%0 of 15 missedOpening balance until 30 Sep 2026, from the former system: 34 of 40 classes. Together 89.1%',
      'Operating Systems (CS203)Below 75%: 46.7%8 of 15 missed. Attend the next 17 classes to reach 75%',
      'Optics (PH9)N/A',
    ]);
    // 22 of 30 are 73.3%.
    expect(screen.getByText('Attend the next 2 classes to reach 75%.')).toBeTruthy();
  });

  it('sees how many of the next 20 classes may be missed, in all subjects and in one, with the calculation', async () => {
    const { user } = await open();
    const card = within(
      (await screen.findByText('May I miss a class?')).closest('section') as HTMLElement,
    );
    const sentence = () => card.getByText(/of the next/, { selector: 'p' }).textContent;
    expect(await card.findByText('73.3% (22 of 30).')).toBeTruthy();
    expect(sentence()).toBe('73.3% (22 of 30). You may miss 4 of the next 20 and reach 75%.');
    await user.selectOptions(
      await card.findByRole('combobox', { name: 'Subject' }),
      'Data Structures (CS201)',
    );
    expect(sentence()).toBe('100% (15 of 15). You may miss 8 of the next 20 and stay at 75%.');
    expect(
      card.getByRole('img', { name: 'The next classes: 12 to attend, 8 you may miss' }),
    ).toBeTruthy();
    await user.click(card.getByText('How this is counted'));
    expect(card.getByText('If you miss 8: 27 of 35').nextSibling?.textContent).toBe('77.1%');
    expect(card.getByText('If you miss 9: 26 of 35').nextSibling?.textContent).toBe('74.3%');
  });

  it('is not told that classes may be missed for the sake of an earlier term', async () => {
    const former = { ...systems, ongoing: false, classes: 100, opening: null, present: 100 };
    const days = { startDate: day(2), endDate: day(30) };
    await open({
      ...working(),
      [`GET /api/attendance/student/${own}/percentages`]: () =>
        reply(attendance.studentPercentages, [
          {
            ...structures,
            ...days,
            ongoing: true,
            classes: 20,
            opening: null,
            present: 10,
            percentage: 50,
          },
          { ...former, ...days, percentage: 100 },
        ]),
    });
    expect(await screen.findByText('50% (10 of 20 in current subjects).')).toBeTruthy();
    expect(screen.getByText(/of the next 20 to end at 75%/)).toBeTruthy();
  });

  it('tells a subject from the one of another term with its name and code', async () => {
    const again = { ...systems, id: '12', termName: 'Spring 2027' };
    const empty = { ongoing: true, classes: 0, opening: null, present: 0, percentage: null };
    const rows = [structures, systems, again];
    await open({
      ...working(),
      [`GET /api/attendance/student/${own}/subjects`]: () =>
        reply(attendance.studentSubjects, rows),
      [`GET /api/attendance/student/${own}/percentages`]: () =>
        reply(
          attendance.studentPercentages,
          rows.map((row) => ({ ...row, ...empty, startDate: null, endDate: null })),
        ),
    });
    const filter = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Subject' });
    expect([...filter.options].map(({ text }) => text)).toEqual([
      'All Subjects',
      'Data Structures (CS201)',
      'Operating Systems (CS203), Autumn 2026',
      'Operating Systems (CS203), Spring 2027',
    ]);
    expect(await screen.findByText(/, Spring 2027$/, { selector: 'span' })).toBeTruthy();
  });

  it('is not told to attend classes of a subject that has ended', async () => {
    const { user } = await open({
      ...working(),
      [`GET /api/attendance/student/${own}/percentages`]: () =>
        reply(attendance.studentPercentages, [
          {
            ...systems,
            ongoing: false,
            classes: 15,
            opening: null,
            present: 7,
            percentage: 46.7,
            startDate: day(2),
            endDate: day(30),
          },
        ]),
    });
    expect(await screen.findByText('8 of 15 missed')).toBeTruthy();
    const filter = await screen.findByRole('combobox', { name: 'Subject' });
    await user.selectOptions(filter, 'Operating Systems (CS203)');
    expect(await screen.findByText('No more classes are coming.', { exact: false })).toBeTruthy();
    expect(screen.queryByText(/next \d+/)).toBeNull();
  });

  it('is not told to attend classes after the last day of a term that is not closed yet', async () => {
    const term = { id: '3', name: 'Autumn', startsOn: asDay('2026-07-01'), endsOn: day(29) };
    await open({
      ...working(),
      'GET /api/campus': () => campusReply({ today: '2026-11-30', term }),
    });
    expect(await screen.findByText('No more classes are coming.', { exact: false })).toBeTruthy();
    expect(await screen.findByText('8 of 15 missed')).toBeTruthy();
    expect(screen.queryByText(/next \d+/)).toBeNull();
  });

  it('sees the percentage of the chosen subject', async () => {
    const { user } = await open();
    const filter = await screen.findByRole('combobox', { name: 'Subject' });
    await user.selectOptions(filter, 'Data Structures (CS201)');
    expect(await screen.findByText('75%', { selector: 'b' })).toBeTruthy();
  });

  it('sees the server’s message when something cannot be loaded, and tries again', async () => {
    const answers: Record<string, Answers[string]> = {
      ...working(),
      [`GET /api/attendance/student/${own}`]: () =>
        refusal({ message: 'Not yours.', error: 'forbidden' }),
      [`GET /api/attendance/student/${own}/subjects`]: () =>
        refusal({ message: 'No subjects for you.', error: 'forbidden' }),
    };
    const { user } = await open(answers);
    expect(await screen.findByText('No subjects for you.')).toBeTruthy();
    const alert = (await screen.findByText('Not yours.')).closest('[role="alert"]');
    Object.assign(answers, working());
    await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'Attendance records' })).toBeTruthy();
  });

  it('is told what is being loaded', async () => {
    await open({
      ...working(),
      [`GET /api/attendance/student/${own}`]: () => new Promise(() => undefined),
      [`GET /api/attendance/student/${own}/subjects`]: () => new Promise(() => undefined),
    });
    expect(await screen.findByText('Loading subjects...')).toBeTruthy();
    expect(await screen.findByText('Loading attendance records...')).toBeTruthy();
  });
});
