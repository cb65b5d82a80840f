import { sections, subjects } from '@campus/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { campusReply, fakeServer, reply } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { aSubject } from '../../../testing/subjects.ts';
import SubjectPage from './subject.page.tsx';

it('counts students on the button of a new audience once they are counted for it', async () => {
  const later = Promise.withResolvers<undefined>();
  fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/subjects/': () => reply(subjects.readSubject, aSubject({ students: 240 })),
    'GET /api/subjects//enrolments': () =>
      reply(subjects.listSubjectEnrolments, [], { 'x-total-count': '0' }),
    'GET /api/subjects/7/audience': async ({ path }) => {
      const narrowed = path.includes('semester=3');
      if (narrowed) await later.promise;
      return reply(subjects.countAudienceChange, {
        enrolled: 0,
        removed: narrowed ? 180 : 0,
        ended: 0,
        students: narrowed ? 60 : 240,
      });
    },
  });
  await renderPage(SubjectPage);
  await userEvent.click(await screen.findByRole('button', { name: 'Change Audience' }));
  expect(await screen.findByRole('button', { name: 'Change to 240 students' })).toBeDefined();
  await userEvent.type(screen.getByLabelText('Semester'), '3');
  expect(screen.queryByRole('button', { name: 'Change to 240 students' })).toBeNull();
  expect(await screen.findByText('Counting...')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change to 240 students' })).toBeNull();
  later.resolve(undefined);
  expect(await screen.findByRole('button', { name: 'Change to 60 students' })).toBeDefined();
  expect(screen.getByText('This would take 180 students out.')).toBeDefined();
});

it('moves a student to the section where the arrow keys stop, and shows it meanwhile', async () => {
  const moved = Promise.withResolvers<undefined>();
  // The list still says A after the move: only what was chosen shows C.
  const ada = {
    id: '31',
    subjectId: '7',
    studentId: '5',
    studentName: 'Ada',
    studentEmail: 'ada@example.edu',
    studentRollNo: 'R-1',
    section: 'A',
    fromOn: '2026-08-01',
    toOn: null,
    addedBy: null,
    droppedBy: null,
  } as const;
  const inSections = aSubject({
    sections: ['A', 'B', 'C'].map((name) => ({ id: name, name, students: 80 })),
  });
  const seen = fakeServer({
    'GET /api/campus': () => campusReply(),
    'GET /api/subjects/': () => reply(subjects.readSubject, inSections),
    'GET /api/subjects//enrolments': () =>
      reply(subjects.listSubjectEnrolments, [ada], { 'x-total-count': '1' }),
    'GET /api/subjects/7/enrolments': () =>
      reply(subjects.listSubjectEnrolments, [ada], { 'x-total-count': '1' }),
    'POST /api/enrolments/31/section': async () => {
      await moved.promise;
      return reply(sections.moveToSection, { ...ada, section: 'C' });
    },
  });
  await renderPage(SubjectPage);
  const field = (await screen.findAllByLabelText('Section of Ada'))[0]!;
  for (const value of ['B', 'C']) {
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.change(field, { target: { value } });
  }
  fireEvent.blur(field);
  const sent = () => seen.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  await expect.poll(sent).toEqual([JSON.stringify({ sectionId: 'C' })]);
  expect(field).toHaveProperty('value', 'C');
  moved.resolve(undefined);
  await waitFor(() => expect(field).toHaveProperty('value', 'A'));
});
