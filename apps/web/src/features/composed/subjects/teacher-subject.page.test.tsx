import { assignments, attendance, exams, type ReplyOf } from '@campus/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, refusal, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import TeacherSubjectPage from './teacher-subject.page.tsx';

const teacher = { email: 'meera@example.edu', role: 'teacher', name: 'Meera Nair' } as const;
const subject = { id: '7', subjectName: 'Data Structures', subjectCode: 'CS201' };
const term = { id: '1', name: 'Autumn', startsOn: '2026-08-01', endsOn: '2026-12-20' };

const sheet = () =>
  reply(attendance.attendanceSheet, { subject, term, teacherName: 'Ruth', days: [], rows: [] });
const notWithMarks = () =>
  refusal({ error: 'forbidden', message: 'You help in this subject, but not with marks.' });

/** A server for a teacher who grades in the subject, with these assignments and no exams. */
const serveWhoGrades = (listed: ReplyOf<typeof assignments.listAssignments>) =>
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/attendance/subject//sheet': sheet,
    'GET /api/exam-subjects': () =>
      reply(exams.listExamSubjects, [
        { ...subject, term: { ...term, state: 'open' }, students: 0, sections: null },
      ]),
    'GET /api/assignments': () => reply(assignments.listAssignments, listed),
    'GET /api/exams': () => reply(exams.listExams, []),
  });

it('asks for no assignments and exams for a helper who marks attendance alone', async () => {
  const seen = fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/attendance/subject//sheet': sheet,
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, []),
    'GET /api/assignments': notWithMarks,
    'GET /api/exams': notWithMarks,
  });
  await renderPage(TeacherSubjectPage, '/', teacher);
  expect(await screen.findByText('Classes taken')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Assignments and exams')).toBeNull());
  expect(seen.map(({ path }) => path)).toContain('/api/exam-subjects?termId=1');
  expect(seen.some(({ path }) => /^\/api\/(assignments|exams)/.test(path))).toBe(false);
});

it('lists assignments and exams for those who grade', async () => {
  serveWhoGrades([]);
  await renderPage(TeacherSubjectPage, '/', teacher);
  expect(await screen.findByText('No assignments and no exams yet.')).toBeDefined();
});

it('counts the hand-ins of a large class with separators', async () => {
  const [one] = assignments.listAssignments.reply.parse([
    {
      id: '7',
      subjectId: '7',
      subjectName: subject.subjectName,
      subjectCode: subject.subjectCode,
      title: 'Trees',
      description: '',
      grade: 20,
      deadline: '2026-11-25T22:59:00.000Z',
      deadlineOnCampus: '2026-11-25T23:59',
      acceptLate: false,
      termClosed: false,
      attachments: [],
      past: false,
      students: 12_240,
      handedIn: 9876,
      toMark: 1234,
      toReturn: 0,
      returned: 0,
      sections: null,
      version: 1,
    },
  ]);
  serveWhoGrades(one ? [one] : []);
  await renderPage(TeacherSubjectPage, '/', teacher);
  expect(await screen.findByText('1,234 to mark')).toBeDefined();
  expect(screen.getByText('Due 25 Nov 2026 · 9,876 of 12,240 handed in')).toBeDefined();
});

const row = (studentId: string, enrolled: boolean) => ({
  studentId,
  studentName: `Student ${studentId}`,
  studentEmail: `person${studentId}@example.edu`,
  univId: `S-10${studentId}`,
  studentRollNo: null,
  enrolled,
  marks: '',
  classes: 0,
  present: 0,
  percentage: null,
});
const serveClass = () =>
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/attendance/subject//sheet': () =>
      reply(attendance.attendanceSheet, {
        subject,
        term,
        teacherName: 'Ruth',
        days: [],
        rows: [row('1', true), row('2', false)],
      }),
    'GET /api/exam-subjects': () => reply(exams.listExamSubjects, []),
  });

it.each(['person2@', 's-102'])('finds a student of the subject by %s', async (search) => {
  serveClass();
  await renderPage(TeacherSubjectPage, '/', teacher);
  await userEvent.type(await screen.findByLabelText('Find a student'), search);
  await waitFor(() => expect(screen.queryByText('Student 1')).toBeNull());
  expect(screen.getByText('Student 2')).toBeDefined();
});

it('counts the students of today, not those who have left', async () => {
  serveClass();
  await renderPage(TeacherSubjectPage, '/', teacher);
  expect((await screen.findByText('Students')).nextElementSibling?.textContent).toBe('1');
  expect(screen.getByText('Student 2')).toBeDefined();
});

it('leads to marking the class in the open term only', async () => {
  for (const open of [term, { ...term, id: '2' }]) {
    fakeServer({
      'GET /api/campus': () => campusReply({ term: open }),
      'GET /api/attendance/subject//sheet': sheet,
      'GET /api/exam-subjects': () => reply(exams.listExamSubjects, []),
    });
    await renderPage(TeacherSubjectPage, '/', teacher);
    expect(await screen.findByRole('link', { name: 'Class information' })).toBeDefined();
    const leads = () => screen.queryByRole('link', { name: 'Mark attendance' }) !== null;
    await waitFor(() => expect(leads()).toBe(open.id === term.id));
    cleanup();
  }
});

it('says why a helper who only grades sees no attendance', async () => {
  const message = 'You help in this subject, but not with attendance.';
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/attendance/subject//sheet': () => refusal({ error: 'forbidden', message }),
  });
  await renderPage(TeacherSubjectPage, '/', teacher);
  expect(await screen.findByText(message)).toBeDefined();
});
