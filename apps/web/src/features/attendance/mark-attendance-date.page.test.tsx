import { attendance, type RosterEntry, type TaughtSubject } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply, replyOutsideContract } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import MarkAttendancePage from './mark-attendance.page.tsx';

const teacher = 'meera@example.edu';
const subject = (id: string, subjectName: string, endsOn = '2026-12-25'): TaughtSubject => ({
  id,
  subjectName,
  subjectCode: `C${id}`,
  startsOn: asDay('2026-08-24'),
  endsOn: asDay(endsOn),
  students: 1,
  parts: [{ sectionId: null, name: null, students: 1 }],
});
const student = (name: string): RosterEntry => ({
  id: '1',
  studentEmail: 's1@example.edu',
  studentName: name,
  studentRollNo: null,
  present: null,
  remarks: null,
  correctedBy: null,
});

type Answers = Parameters<typeof fakeServer>[0];

/** Two subjects; each has one student, named after the subject and the day. */
const campus = (today: string, subjects = [subject('7', 'Algebra'), subject('8', 'Optics')]) => {
  const answers: Record<string, Answers[string]> = {
    'GET /api/campus': () => campusReply({ today }),
    [`GET /api/attendance/faculty/${encodeURIComponent(teacher)}/subjects`]: () =>
      reply(attendance.facultySubjects, subjects),
    'POST /api/attendance/bulk': () =>
      reply(attendance.submitAttendance, {
        message: 'ok',
        subjectId: '7',
        date: today,
        submitted: 1,
        changed: 1,
      }),
  };
  for (const { id } of subjects) {
    answers[`GET /api/attendance/stats/subject/${id}`] = () =>
      reply(attendance.subjectStats, { totalClasses: 0, attendancePercentage: null });
    for (const date of ['2026-11-19', '2026-11-20', '2026-11-21'])
      answers[`GET /api/attendance/subject/${id}/date/${date}`] = () =>
        reply(attendance.roster, [student(`Student of ${id} on ${date}`)], { etag: '"3"' });
  }
  return answers;
};

const open = async (answers: Answers, address = '/') => {
  fakeServer(answers);
  const page = () => (
    <>
      <MarkAttendancePage />
      <Toasts />
    </>
  );
  const person = { email: teacher, role: 'teacher', name: 'Meera Nair' } as const;
  const { router } = await renderPage(page, address, person);
  return Object.assign(userEvent.setup(), { router });
};
const radio = (of: string, choice = 'Present') =>
  within(screen.getByRole('radiogroup', { name: of })).getByRole('radio', { name: choice });
const date = () => screen.getByLabelText<HTMLInputElement>('Date');

/** Simulates coming back to the tab. */
const lookAgain = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));

it('shows the class of today after midnight, on a page left open', async () => {
  const answers = campus('2026-11-20');
  await open(answers);
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  Object.assign(answers, campus('2026-11-21'));
  lookAgain();
  expect(
    await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-21' }),
  ).toBeTruthy();
  expect([date().value, date().max]).toEqual(['2026-11-21', '2026-11-21']);
});

it('keeps the class of yesterday after midnight while marks of it are not submitted', async () => {
  const answers = campus('2026-11-20');
  const user = await open(answers);
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  await user.click(radio('Student of 7 on 2026-11-20'));
  Object.assign(answers, campus('2026-11-21'));
  lookAgain();
  await waitFor(() => expect(date().max).toBe('2026-11-21'));
  expect(date().value).toBe('2026-11-20');
  expect(radio('Student of 7 on 2026-11-20')).toHaveProperty('checked', true);
});

it('stays with the subject it opened with when the teacher is given one that comes before it', async () => {
  const answers = campus('2026-11-20');
  const user = await open(answers);
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  await user.click(radio('Student of 7 on 2026-11-20'));
  const subjects = [subject('6', 'Acoustics'), subject('7', 'Algebra'), subject('8', 'Optics')];
  Object.assign(answers, campus('2026-11-20', subjects));
  lookAgain();
  await screen.findByRole('option', { name: 'Acoustics (C6)' });
  expect(screen.getByLabelText<HTMLSelectElement>('Subject').value).toBe('7');
  expect(radio('Student of 7 on 2026-11-20')).toHaveProperty('checked', true);
});

it('opens no other subject in place of one that is not theirs any more', async () => {
  const answers = campus('2026-11-20');
  const user = await open(answers);
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  Object.assign(answers, campus('2026-11-20', [subject('8', 'Optics')]));
  lookAgain();
  await screen.findByText('This subject is not among yours any more');
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open Optics (C8)' }));
  expect(
    await screen.findByRole('radiogroup', { name: 'Student of 8 on 2026-11-20' }),
  ).toBeTruthy();
});

it('says that the term has ended before anybody is marked, and leads to its last day', async () => {
  const user = await open(campus('2026-11-20', [subject('7', 'Algebra', '2026-11-19')]));
  await screen.findByText('The term of this subject ended on 19 Nov 2026');
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open 19 Nov 2026' }));
  expect(
    await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-19' }),
  ).toBeTruthy();
});

it('says from which day on a subject can be marked', async () => {
  await open(campus('2026-08-20'));
  expect(
    await screen.findByText('Classes of this subject can be marked from 24 Aug 2026 on'),
  ).toBeTruthy();
});

it('closes the roster while the field has no valid date, keeps its marks, and opens it once the date is corrected', async () => {
  const user = await open(campus('2026-11-20'));
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  await user.click(radio('Student of 7 on 2026-11-20'));
  await user.clear(date());
  await user.tab();
  expect([date().value, date().validationMessage === '']).toEqual(['', false]);
  expect(screen.getByText('Choose a date')).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Submit Attendance' })).toBeNull();
  fireEvent.change(date(), { target: { value: '2026-11-20' } });
  expect(screen.queryByText('Choose a date')).toBeNull();
  expect(radio('Student of 7 on 2026-11-20')).toHaveProperty('checked', true);
});

it('closes the roster for a future day, separately for each subject', async () => {
  const user = await open(campus('2026-11-20'));
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  fireEvent.change(date(), { target: { value: '2026-11-21' } });
  expect(screen.getByText('The date cannot be later than today')).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Subject'), 'Optics (C8)');
  await screen.findByRole('radiogroup', { name: 'Student of 8 on 2026-11-20' });
  expect(date().value).toBe('2026-11-20');
  expect(screen.queryByText('The date cannot be later than today')).toBeNull();
});

it('closes the roster for a future day, separately for each section', async () => {
  const parts = [
    { sectionId: '1', name: 'A', students: 1 },
    { sectionId: '2', name: 'B', students: 1 },
  ];
  const user = await open(campus('2026-11-20', [{ ...subject('7', 'Algebra'), parts }]));
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  fireEvent.change(date(), { target: { value: '2026-11-21' } });
  await user.selectOptions(screen.getByLabelText('Section'), 'B');
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  expect(date().value).toBe('2026-11-20');
  expect(screen.queryByText('The date cannot be later than today')).toBeNull();
});

it('names the day beside Submit Attendance and in its confirmation', async () => {
  const user = await open(campus('2026-11-20'));
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  const button = screen.getByRole('button', { name: 'Submit Attendance' });
  expect(screen.getByText('Class of 20 Nov 2026')).toBeTruthy();
  await user.click(radio('Student of 7 on 2026-11-20'));
  await user.click(button);
  expect(await screen.findByText('Attendance submitted successfully!')).toBeTruthy();
  expect(screen.getByText('Algebra (C7), 20 Nov 2026')).toBeTruthy();
});

it('no longer lists a class as unsent after it was sent while another one was open', async () => {
  const answers = campus('2026-11-20');
  const { 'POST /api/attendance/bulk': stored = () => replyOutsideContract(500), ...cut } = answers;
  const server: Record<string, Answers[string]> = { ...cut };
  const user = await open(server);
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-20' });
  await user.click(radio('Student of 7 on 2026-11-20'));
  await user.click(screen.getByRole('button', { name: 'Submit Attendance' }));
  await screen.findByText(/^Submission failed: no connection\./);
  await user.selectOptions(screen.getByLabelText('Subject'), 'Optics (C8)');
  const question = await screen.findByRole('dialog', { name: 'Leave before it is sent?' });
  await user.click(within(question).getByRole('button', { name: 'Leave' }));
  await screen.findByRole('radiogroup', { name: 'Student of 8 on 2026-11-20' });
  expect(screen.getByRole('button', { name: 'Algebra (C7), 20 Nov 2026' })).toBeTruthy();
  server['POST /api/attendance/bulk'] = stored;
  window.dispatchEvent(new Event('online'));
  await screen.findByText(/^Your connection is back\. Algebra \(C7\), 20 Nov 2026 was submitted/);
  await waitFor(() => expect(screen.queryByText(/^Not submitted yet/)).toBeNull());
});

it('opens the class in the address, and keeps the address up to date with subject and date', async () => {
  const { router, selectOptions } = await open(campus('2026-11-21'), '/?subject=8&date=2026-11-19');
  await screen.findByRole('radiogroup', { name: 'Student of 8 on 2026-11-19' });
  expect(date().value).toBe('2026-11-19');
  await selectOptions(screen.getByRole('combobox', { name: 'Subject' }), '7');
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-19' });
  expect(router.state.location.search).toEqual({ subject: '7', date: '2026-11-19' });
  fireEvent.change(date(), { target: { value: '2026-11-21' } });
  fireEvent.blur(date());
  await screen.findByRole('radiogroup', { name: 'Student of 7 on 2026-11-21' });
  expect(router.state.location.search).toEqual({ subject: '7' });
});
