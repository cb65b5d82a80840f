import { examResults, exams } from '@campus/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { anExam } from '../../../testing/subjects.ts';
import ExamPage from './exam.page.tsx';

const teacher = { email: 'nadia@example.edu', role: 'teacher', name: 'Nadia Rahman' } as const;

const openLargeClass = async () => {
  const entries = Array.from({ length: 2500 }, (_, at) => ({
    studentId: String(at + 1),
    studentName: `Student ${at}`,
    studentEmail: `s${at}@example.edu`,
    univId: null,
    rollNo: null,
    enrolled: true,
    marks: at < 1200 ? 7 : null,
    absent: false,
    markedBy: null,
    markedAt: null,
  }));
  const loaded = examResults.readExam.reply.parse({
    exam: anExam({ marked: 1200, missing: 1300, average: 14 }),
    entries,
  });
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/exam-terms': () => reply(exams.listExamTerms, []),
    'GET /api/exams/': () => reply(examResults.readExam, loaded, { etag: '"0-1"' }),
  });
  await renderPage(ExamPage, '/', teacher);
};

it('counts the marks of a large class with separators', async () => {
  await openLargeClass();
  const words = '1,200 with marks, 0 absent, 1,300 missing, 0 not saved';
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.getByText('1,200')).toBeDefined();
  screen.getByRole('button', { name: 'Publish' }).click();
  expect(await screen.findByText(/^: Student 1200, .* and 1,295 more\./)).toBeDefined();
});

it('lets somebody be marked absent without typing, for phones show no letters in a field of numbers', async () => {
  await openLargeClass();
  fireEvent.click(await screen.findByRole('button', { name: 'Mark Student 0 absent' }));
  const marks = screen.getByLabelText<HTMLInputElement>('Marks of Student 0, out of 50');
  expect(marks.value).toBe('A');
  const words = '1,199 with marks, 1 absent, 1,300 missing, 1 not saved';
  expect(await screen.findByText(words)).toBeDefined();
});
