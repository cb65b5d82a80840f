import { attendance, type RosterEntry } from '@campus/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { listUnsent, readUnsent, saveUnsent } from '../../lib/unsent.ts';
import { campusReply, fakeServer, refusal, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import MarkAttendancePage from './mark-attendance.page.tsx';

const teacher = 'meera@example.edu';
const subjectsOf = `GET /api/attendance/faculty/${encodeURIComponent(teacher)}/subjects`;
const rosterOf = 'GET /api/attendance/subject/7/date/2026-11-20';
const subject = {
  id: '7',
  subjectName: 'Data Structures',
  subjectCode: 'CS201',
  startsOn: '2026-08-24',
  endsOn: '2026-12-25',
  students: 2,
  parts: [{ sectionId: null, name: null, students: 2 }],
};
const entry = (number: number, studentName: string): RosterEntry => ({
  id: String(number),
  studentEmail: `s${number}@example.edu`,
  studentName,
  studentRollNo: `CS23-00${number}`,
  present: null,
  remarks: null,
  correctedBy: null,
});
const students = [entry(1, 'Asha Rao'), entry(2, 'Ben Okri')];
const notTheirs = () =>
  refusal({ message: 'This subject belongs to another teacher.', error: 'forbidden' });

type Answers = Parameters<typeof fakeServer>[0];
const having: Answers = {
  'GET /api/campus': () => campusReply({ timezone: 'Asia/Kolkata' }),
  [subjectsOf]: () => reply(attendance.facultySubjects, [subject]),
  [rosterOf]: () => reply(attendance.roster, students, { etag: '"3"' }),
  'GET /api/attendance/stats/subject/7': () =>
    reply(attendance.subjectStats, { totalClasses: 24, attendancePercentage: 87.2 }),
};
const handedOver: Answers = {
  ...having,
  [subjectsOf]: () => reply(attendance.facultySubjects, []),
  [rosterOf]: notTheirs,
  'POST /api/attendance/bulk': notTheirs,
};

const open = async (answers: Answers) => {
  fakeServer(answers);
  await renderPage(MarkAttendancePage, '/', {
    email: teacher,
    role: 'teacher',
    name: 'Meera Nair',
  });
  return userEvent.setup();
};

/** Keeps a submission of the class, everybody absent, as made on this device. */
const keep = (kind: 'submission' | 'refused', shown = students): void => {
  const sent = shown.map(({ studentEmail }) => ({ studentEmail, present: false, remarks: null }));
  saveUnsent(teacher, `${kind}:2026-11-20:7`, {
    label: 'Data Structures (CS201), 20 Nov 2026',
    facultyEmail: teacher,
    attempt: { sent, leftOut: [], agreed: [], seen: '"3"', shown },
    pressedAt: 1,
  });
};
const title = 'Not submitted: Data Structures (CS201), 20 Nov 2026';
const discard = async (user: Awaited<ReturnType<typeof open>>) => {
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Discard' }));
};

it('a class submitted as all absent and refused is shown, though nobody was marked', async () => {
  keep('submission');
  const user = await open(handedOver);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText('Asha Rao: absent')).toBeTruthy();
  await discard(user);
  await waitFor(() => expect(listUnsent(teacher)).toEqual([]));
});

it('marks made after the refused submission are shown over it', async () => {
  keep('refused');
  saveUnsent(teacher, 'marks:2026-11-20:7', {
    marks: [
      ['s2@example.edu', true, 'Late'],
      ['s1@example.edu', null, 'Ill'],
    ],
  });
  await open(handedOver);
  expect(await screen.findByText('Ben Okri: present, Late')).toBeTruthy();
  expect(screen.getByText('Asha Rao: absent, Ill')).toBeTruthy();
  expect(screen.getAllByRole('heading', { name: title })).toHaveLength(1);
});

it('students of one name are told apart by their roll numbers', async () => {
  keep('refused', [...students, entry(3, 'Asha Rao')]);
  await open(handedOver);
  expect(await screen.findByText('Asha Rao (CS23-001): absent')).toBeTruthy();
  expect(screen.getByText('Asha Rao (CS23-003): absent')).toBeTruthy();
  expect(screen.getByText('Ben Okri: absent')).toBeTruthy();
});

it('discarding a class withdraws its waiting submission, also one just being refused', async () => {
  keep('submission');
  saveUnsent(teacher, 'marks:2026-11-20:7', { marks: [['s1@example.edu', false, '']] });
  let answer: (response: Response) => void = () => undefined;
  const user = await open({
    ...handedOver,
    'POST /api/attendance/bulk': () => new Promise((resolve) => (answer = resolve)),
  });
  await screen.findByText('s1@example.edu: absent');
  await discard(user);
  await waitFor(() => expect(listUnsent(teacher)).toEqual([]));
  act(() => answer(notTheirs()));
  await screen.findByText(/was not submitted/);
  expect(listUnsent(teacher)).toEqual([]);
});

it('a refused submission is forgotten when the teacher has the class again', async () => {
  keep('refused');
  await open(having);
  await screen.findByRole('radiogroup', { name: 'Asha Rao' });
  expect(readUnsent(teacher, 'refused:2026-11-20:7')).toBeNull();
});

it('a class that is refused while it is on the screen gives way to its marks', async () => {
  const answers: Record<string, Answers[string]> = { ...having };
  const user = await open(answers);
  const asha = within(await screen.findByRole('radiogroup', { name: 'Asha Rao' }));
  await user.click(asha.getByRole('radio', { name: 'Present' }));
  Object.assign(answers, handedOver);
  await user.click(screen.getByRole('button', { name: 'Submit Attendance' }));
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText('Asha Rao: present')).toBeTruthy();
});
