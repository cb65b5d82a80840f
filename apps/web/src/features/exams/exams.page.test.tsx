import { exams, type ExamSubject, type ListedExam } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { anExam } from '../../testing/subjects.ts';
import ExamsPage from './exams.page.tsx';

const teacher = { email: 'nadia@example.edu', role: 'teacher', name: 'Nadia Rahman' } as const;
const autumn = {
  id: '2',
  name: 'Autumn',
  state: 'open',
  startsOn: asDay('2026-08-24'),
  endsOn: asDay('2026-12-25'),
} as const;
const spring = { ...autumn, id: '1', name: 'Spring', state: 'closed' } as const;
const subject: ExamSubject = {
  id: '1',
  subjectName: 'Data Structures',
  subjectCode: 'CS201',
  students: 2,
  sections: null,
  term: autumn,
};

const renderExams = (taught: readonly ExamSubject[], listed: readonly ListedExam[] = []) => {
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/exam-terms': () => reply(exams.listExamTerms, [autumn, spring]),
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, [...taught]),
    'GET /api/exams': () =>
      reply(exams.listExams, [...listed], { 'x-total-count': String(listed.length) }),
  });
  return renderPage(ExamsPage, '/', teacher);
};

it('asks a teacher who may add no exam to add none', async () => {
  for (const taught of [[], [{ ...subject, sections: ['A'] }]]) {
    await renderExams(taught);
    expect(await screen.findByText('No exams yet.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'New Exam' })).toBeNull();
    cleanup();
  }
});

it('asks for an exam in the open term, not in one that was', async () => {
  await renderExams([subject]);
  expect(await screen.findByText('No exams yet. Add one, then enter its marks.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'New Exam' })).toBeDefined();
  await userEvent.selectOptions(await screen.findByLabelText('Term'), 'Spring');
  expect(await screen.findByText('This term had no exams.')).toBeDefined();
});

it('names no marks to enter in a closed term, where a teacher may enter none', async () => {
  const draft = {
    ...anExam({ marked: 1, missing: 1, average: 80 }),
    group: 'marksToEnter',
  } as const;
  await renderExams([subject], [draft]);
  expect(await screen.findByText('Marks to enter')).toBeDefined();
  await userEvent.selectOptions(await screen.findByLabelText('Term'), 'Spring');
  expect(await screen.findByText('Term closed')).toBeDefined();
  expect(screen.queryByText('Marks to enter')).toBeNull();
});
