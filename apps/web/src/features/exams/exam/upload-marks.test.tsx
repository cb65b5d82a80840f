import { examResults } from '@campus/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { anExam } from '../../../testing/subjects.ts';
import { UploadMarks } from './upload-marks.tsx';

const exam = anExam({ id: '4', maxMarks: 100, missing: 201 });

it('refuses what is no CSV file at its field, and says how many changes of a file are not listed', async () => {
  const nothing = { marks: null, absent: false };
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/exams/4': () => reply(examResults.readExam, { exam, entries: [] }, { etag: '"1"' }),
    'POST /api/exams/4/results.csv': () =>
      reply(examResults.importResults, {
        rows: 202,
        changes: Array.from({ length: 201 }, (_, at) => ({
          row: at + 2,
          studentName: `Student ${at}`,
          registrationNumber: `S-${at}`,
          from: nothing,
          to: { marks: 80, absent: false },
        })),
        unchanged: 1,
        blank: 0,
        problems: [],
        problemRows: 0,
        unknownColumns: [],
      }),
  });
  await renderPage(() => (
    <>
      <h1>Midterm</h1>
      <UploadMarks examId="4" />
    </>
  ));
  const input = screen.getByLabelText(/^CSV file with marks/);
  const sheet = new File(['PK'], 'marks.xlsx');
  await userEvent.setup({ applyAccept: false }).upload(input, sheet);
  const refused = 'Please select a CSV file (.csv)';
  expect(screen.getByRole('alert').textContent).toBe(refused);
  const button = screen.getByRole('button', { name: 'Choose a file' });
  expect(button.getAttribute('aria-describedby')).toContain(screen.getByText(refused).id);

  const file = new File(['Email,Marks\n'], 'marks.csv', { type: 'text/csv' });
  await userEvent.upload(input, file);
  expect(
    await screen.findByText('201 marks change, 1 stays as it is, 0 left blank.'),
  ).toBeDefined();
  expect(screen.queryByText(refused)).toBeNull();
  expect(screen.getByText('And 1 more.')).toBeDefined();
});
