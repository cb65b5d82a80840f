import { subjects } from '@campus/contract';
import { screen } from '@testing-library/react';
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
