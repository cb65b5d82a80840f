import { exams } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, reply } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render-page.tsx';
import { TermSubjectFilter, useTermSubjectFilter } from './term-subject-filter.tsx';

const termOf = (id: string, name: string, state: 'open' | 'closed') => ({
  id,
  name,
  startsOn: asDay('2026-08-01'),
  endsOn: asDay('2026-12-20'),
  state,
});
const [autumn, spring] = [termOf('2', 'Autumn', 'open'), termOf('1', 'Spring', 'closed')];
const subjectOf = (id: string, subjectName: string, term: typeof autumn) =>
  reply(exams.listExamSubjects, [
    { id, subjectName, subjectCode: `S${id}`, term, students: 1, sections: null },
  ]);

const Page = () => (
  <>
    <h1>Exams</h1>
    <TermSubjectFilter
      list={useTermSubjectFilter()}
      subjectLabel="Subject"
      search={{ label: 'Find an exam', placeholder: 'Search' }}
    />
  </>
);

it('offers no subject of the former term while those of the chosen one are loading', async () => {
  const ofSpring = Promise.withResolvers<Response>();
  fakeServer({
    'GET /api/exam-terms': () => reply(exams.listExamTerms, [autumn, spring]),
    'GET /api/exam-subjects': ({ path }) =>
      path.includes('termId=1') ? ofSpring.promise : subjectOf('8', 'Law', autumn),
  });
  await renderPage(Page);
  await screen.findByText('Law (S8)');
  await userEvent.selectOptions(await screen.findByLabelText('Term'), 'Spring');
  await waitFor(() => expect(screen.queryByText('Law (S8)')).toBeNull());
  ofSpring.resolve(subjectOf('9', 'Physics', spring));
  expect(await screen.findByText('Physics (S9)')).toBeDefined();
});
