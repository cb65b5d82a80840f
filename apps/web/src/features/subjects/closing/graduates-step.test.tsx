import type { Leaver, TermClosing } from '@campus/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import type { Closing } from './close-term.page.tsx';
import { GraduatesStep } from './graduates-step.tsx';

const leaver = (id: string, name: string): Leaver => ({
  id,
  name,
  email: `person${id}@example.edu`,
  univId: `S-10${id}`,
  rollNo: null,
  course: 'Diploma',
  semester: 2,
  loans: 0,
});
const field = { name: '', value: '' };
const form = {
  values: { staying: '' },
  fieldProps: () => ({ ...field, onChange: () => undefined }),
  textProps: () => ({ ...field, onText: () => undefined }),
  props: { problem: '' },
};

it.each([
  ['a name typed without its accents', 'agnes'],
  ['e-mail', 'person1@'],
  ['University ID', 's-101'],
])('finds a leaver by %s', async (_, search) => {
  const props = {
    report: { term: { id: '1' }, promotion: { promoted: 0 } } as TermClosing,
    leavers: [leaver('1', 'Ágnes Kovács'), leaver('2', 'Ruth Adeyemi')],
    closing: { form } as unknown as Closing,
  };
  await renderPage(() => (
    <>
      <h1>Close</h1>
      <GraduatesStep {...props} />
    </>
  ));
  await userEvent.type(screen.getByLabelText('Find a leaver'), search);
  await waitFor(() => expect(screen.queryByText('Ruth Adeyemi')).toBeNull());
  expect(screen.getByText('Ágnes Kovács')).toBeDefined();
  expect(screen.getByText('1 student')).toBeDefined();
});
