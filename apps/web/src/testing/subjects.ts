import type { examResults, ReplyOf, subjects } from '@campus/contract';
import { asDay } from '@campus/contract/testing';

type Subject = ReplyOf<typeof subjects.readSubject>;
type Exam = ReplyOf<typeof examResults.readExam>['exam'];

/** A subject of the open term, with the given details. */
export const aSubject = (more: Partial<Subject> = {}): Subject => ({
  id: '7',
  subjectName: 'Data Structures',
  subjectCode: 'CS201',
  credits: 4,
  emailId: 'meera@example.edu',
  teacherName: 'Meera Nair',
  teacherActive: true,
  helpers: [],
  sections: [],
  audience: { course: null, branch: null, semester: null, year: null },
  term: {
    id: '1',
    name: 'Autumn',
    startsOn: asDay('2026-08-01'),
    endsOn: asDay('2026-12-20'),
    state: 'open',
  },
  students: 1,
  totalClasses: 3,
  added: null,
  version: 1,
  ...more,
});

/** An exam whose results are not published, with the given details. */
export const anExam = (more: Partial<Exam> = {}): Exam => ({
  id: '7',
  subjectId: '1',
  subjectName: 'Data Structures',
  subjectCode: 'CS201',
  title: 'Midterm',
  heldOn: asDay('2026-11-20'),
  maxMarks: 50,
  publishedAt: null,
  publishedBy: null,
  version: 1,
  marked: 0,
  absent: 0,
  missing: 0,
  average: null,
  sections: null,
  ...more,
});
