import { attendance } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import type { MarkingStore } from '../../../lib/marking/store.ts';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Toasts } from '../../../ui/toasts.tsx';
import type { Roll } from './attendance-marks.ts';
import { ClassRoster } from './class-roster.tsx';

it('says that a remark in a correction needs a mark', async () => {
  const seen = fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/attendance/subject/7/date/2026-11-20': () =>
      reply(
        attendance.roster,
        [
          {
            id: '1',
            studentEmail: 'asha@example.edu',
            studentName: 'Asha Rao',
            studentRollNo: null,
            present: null,
            remarks: null,
            correctedBy: null,
          },
        ],
        { etag: '"3"' },
      ),
  });
  const ref = createRef<MarkingStore<Roll>>();
  await renderPage(() => (
    <>
      <h1>Correct Attendance</h1>
      <ClassRoster
        ref={ref}
        person="admin@example.edu"
        facultyEmail="meera@example.edu"
        subject="Data Structures"
        classDay={{ subjectId: '7', sectionId: null, date: asDay('2026-11-20') }}
      />
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
