import { handIns } from '@campus/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { PhrasesForm } from '../features/assignments/work/phrases.tsx';
import { useReply } from '../lib/query.ts';
import { listUnsent } from '../lib/unsent.ts';
import { fakeServer, reply } from '../testing/fake-server.ts';
import { renderPage } from '../testing/render-page.tsx';
import { Toasts } from './toasts.tsx';

const teacher = { email: 'meera@example.edu', role: 'teacher', name: 'Meera Nair' } as const;

const PhrasesPage = () => (
  <>
    <h1>Work</h1>
    {useReply(handIns.readPhrases).data && <PhrasesForm />}
    <Toasts />
  </>
);

it('a form that stays after sending keeps no draft, though the server stored it otherwise, until it is edited', async () => {
  let phrases = ['Well argued.', 'Cite your sources.'];
  fakeServer({
    'GET /api/assignments/phrases': () => reply(handIns.readPhrases, phrases),
    'PUT /api/assignments/phrases': () => {
      phrases = ['Cite your sources.'];
      return reply(handIns.setPhrases, phrases);
    },
  });
  await renderPage(PhrasesPage, '/', teacher);
  await userEvent.clear(await screen.findByLabelText('Phrase 1'));
  expect(listUnsent(teacher.email)).toEqual(['form:phrases']);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Your phrases are saved.');
  expect(listUnsent(teacher.email)).toEqual([]);
  await userEvent.type(screen.getByLabelText('Phrase 3'), 'Again');
  expect(listUnsent(teacher.email)).toEqual(['form:phrases']);
});
