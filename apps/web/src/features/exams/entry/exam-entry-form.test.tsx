import { examResults, exams, type ExamSubject } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen } from '@testing-library/react';
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
