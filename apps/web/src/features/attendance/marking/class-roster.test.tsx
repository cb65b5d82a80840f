import { attendance, subjects } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import type { MarkingStore } from '../../../lib/marking/store.ts';
import { useReply } from '../../../lib/query.ts';
import { campusReply, fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { aSubject } from '../../../testing/subjects.ts';
import { Toasts } from '../../../ui/toasts.tsx';
import type { Roll } from './attendance-marks.ts';
import { ClassRoster } from './class-roster.tsx';

const asha = {
  id: '1',
  studentEmail: 'asha@example.edu',
  studentName: 'Asha Rao',
  studentRollNo: null,
  present: null,
  remarks: null,
  correctedBy: null,
};
const answers = {
  'GET /api/campus': () => campusReply(),
  'GET /api/attendance/subject/7/date/2026-11-20': () =>
    reply(attendance.roster, [asha], { etag: '"3"' }),
};
const classOf = {
  person: 'admin@example.edu',
  subject: 'Data Structures',
  classDay: { subjectId: '7', sectionId: null, date: asDay('2026-11-20') },
} as const;

it('says that a remark in a correction needs a mark', async () => {
  const seen = fakeServer(answers);
  const ref = createRef<MarkingStore<Roll>>();
  await renderPage(() => (
    <>
      <h1>Correct Attendance</h1>
      <ClassRoster ref={ref} {...classOf} facultyEmail="meera@example.edu" />
      <Toasts />
    </>
  ));
  await userEvent.type(await screen.findByLabelText('Remarks for Asha Rao'), 'Late');
  await userEvent.click(screen.getByRole('button', { name: 'Submit Correction' }));
  expect(
    await screen.findByText('Submission failed: a remark needs a mark. Mark the student, too.'),
  ).toBeDefined();
  expect(seen.some(({ method }) => method === 'POST')).toBe(false);
});

it('corrects at the second try a class whose subject has been handed over since it was opened', async () => {
  let emailId = 'meera@example.edu';
  const done = { message: 'ok', subjectId: '7', date: '2026-11-20', submitted: 1, changed: 1 };
  const seen = fakeServer({
    ...answers,
    'GET /api/subjects/7': () => reply(subjects.readSubject, aSubject({ emailId })),
    'POST /api/attendance/bulk': ({ body }) =>
      body.includes(emailId)
        ? reply(attendance.submitAttendance, done)
        : refusal({ error: 'invalid', message: 'This is not the teacher of this subject.' }),
  });
  const ref = createRef<MarkingStore<Roll>>();
  const Correction = () => {
    const { data } = useReply(subjects.readSubject, { params: { subjectId: '7' } });
    return data && <ClassRoster ref={ref} {...classOf} facultyEmail={data.emailId} />;
  };
  await renderPage(() => (
    <>
      <h1>Correct Attendance</h1>
      <Correction />
      <Toasts />
    </>
  ));
  await userEvent.click(await screen.findByRole('radio', { name: 'Present' }));
  emailId = 'ben@example.edu';
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit Correction' }));
  await submit();
  await screen.findByText('Submission failed: This is not the teacher of this subject.');
  await waitFor(() =>
    expect(seen.filter(({ path }) => path === '/api/subjects/7')).toHaveLength(2),
  );
  await submit();
  expect(await screen.findByText('Attendance submitted successfully!')).toBeDefined();
});

it('asks for no mark of students whose opening balance includes the day, and says so', async () => {
  const done = { message: 'ok', subjectId: '7', date: '2026-11-20', submitted: 1, changed: 1 };
  const others = ['Ben Okri', 'Chen Li'].map((studentName, place) => ({
    ...asha,
    studentName,
    id: `${place + 2}`,
    studentEmail: `s${place}@example.edu`,
    countedUntil: '2026-11-30',
  }));
  const seen = fakeServer({
    ...answers,
    'GET /api/attendance/subject/7/date/2026-11-20': () =>
      reply(attendance.roster, [asha, ...others], { etag: '"3"' }),
    'POST /api/attendance/bulk': () => reply(attendance.submitAttendance, done),
  });
  const ref = createRef<MarkingStore<Roll>>();
  await renderPage(() => (
    <>
      <h1>Mark Attendance</h1>
      <ClassRoster ref={ref} {...classOf} facultyEmail={classOf.person} />
    </>
  ));
  expect(
    await screen.findByText('Counted already in opening balances: Ben Okri and Chen Li.'),
  ).toBeDefined();
  expect(screen.getAllByRole('radiogroup')).toHaveLength(1);
  await userEvent.click(screen.getByRole('radio', { name: 'Present' }));
  await userEvent.click(screen.getByRole('button', { name: 'Submit Attendance' }));
  await waitFor(() => {
    const sent = JSON.parse(seen.find(({ method }) => method === 'POST')?.body ?? '{}');
    expect(sent.studentAttendances).toEqual([
      { studentEmail: asha.studentEmail, present: true, remarks: null },
    ]);
  });
});
