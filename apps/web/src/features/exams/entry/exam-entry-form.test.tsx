import { examResults, exams, type ExamSubject } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { ExamEntryForm } from './exam-entry-form.tsx';

const teacher = { email: 'meera@example.edu', role: 'teacher', name: 'Meera Nair' } as const;
const term = {
  id: '1',
  name: 'Autumn',
  startsOn: asDay('2026-08-01'),
  endsOn: asDay('2026-12-20'),
  state: 'open',
} as const;
const optics = { id: '7', subjectName: 'Optics', subjectCode: 'PH1', term, students: 20 };
const cyd = { studentId: '3', studentName: 'Cyd', univId: 'S3', rollNo: null, enrolled: false };

it.each([
  ['the whole class', null, 'Cyd is not enrolled in this class'],
  ['a section of it', ['A'], 'Cyd is not enrolled in a section of yours'],
])(
  'says of a student who is not among those of %s that they are not',
  async (_, sections, line) => {
    const subject: ExamSubject = { ...optics, sections };
    fakeServer({
      'GET /api/exams': () => reply(exams.listExams, []),
      'GET /api/exam-students': () => reply(examResults.findStudent, [cyd]),
    });
    await renderPage(
      () => (
        <>
          <h1>Exams</h1>
          <ExamEntryForm subjects={[subject]} today={asDay('2026-11-20')} />
        </>
      ),
      '/',
      teacher,
    );
    await userEvent.selectOptions(screen.getByLabelText(/Class/), '7');
    await userEvent.type(screen.getByLabelText(/Registration Number/), 'S3');
    expect(await screen.findByText(line)).toBeDefined();
  },
);

it('offers to undo an entry, but none that was stored before: nothing would be undone', async () => {
  const midterm = {
    id: '5',
    subjectId: '7',
    subjectName: 'Optics',
    subjectCode: 'PH1',
    title: 'Midterm',
    heldOn: asDay('2026-11-19'),
    maxMarks: 100,
    publishedAt: null,
    publishedBy: null,
    marked: 1,
    absent: 0,
    missing: 19,
    average: 60,
    sections: null,
    version: 1,
  };
  const entry = {
    ...cyd,
    studentEmail: 'cyd@example.edu',
    enrolled: true,
    marks: 60,
    absent: false,
    markedBy: 'Meera Nair',
    markedAt: '2026-11-20T09:00:00.000Z',
  };
  let before: number | null = null;
  fakeServer({
    'GET /api/exams': () =>
      reply(exams.listExams, [{ ...midterm, group: 'marksToEnter' }], { 'x-total-count': '1' }),
    'GET /api/exams/5': () => reply(examResults.readExam, { exam: midterm, entries: [entry] }),
    'GET /api/exam-students': () => reply(examResults.findStudent, [{ ...cyd, enrolled: true }]),
    'POST /api/exam-entries': () =>
      reply(examResults.addEntry, {
        exam: midterm,
        entry,
        before: { marks: before, absent: false },
      }),
  });
  await renderPage(
    () => (
      <>
        <h1>Exams</h1>
        <ExamEntryForm subjects={[{ ...optics, sections: null }]} today={asDay('2026-11-20')} />
      </>
    ),
    '/',
    teacher,
  );
  await userEvent.selectOptions(screen.getByLabelText(/Class/), '7');
  await screen.findByRole('option', { name: /Midterm/ });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Exam/ }), '5');
  const enter = async () => {
    await userEvent.type(screen.getByLabelText(/Registration Number/), 'S3');
    await userEvent.type(screen.getByRole('spinbutton', { name: /^Marks/ }), '60');
    await userEvent.click(screen.getByRole('button', { name: 'Add Exam' }));
  };
  await enter();
  expect(await screen.findByRole('button', { name: 'Undo Cyd: 60' })).toBeDefined();
  before = 60;
  await enter();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo Cyd: 60' })).toBeNull());
});
