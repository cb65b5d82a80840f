import { useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { MarkHistory } from './mark-history.tsx';

const numbers = Array.from({ length: 450 }, (_, at) => at + 1);

it('shows a long history in parts, the latest changes first', async () => {
  await renderPage(() => {
    const query = useQuery({ queryKey: ['history'], queryFn: () => numbers });
    return (
      <>
        <h1>Exam</h1>
        <MarkHistory
          name="Midterm"
          onClose={() => undefined}
          query={query}
          none=""
          changesIn={(all) =>
            all.map((one) => ({ id: String(one), from: one, to: one, by: `Change ${one}` }))
          }
        />
      </>
    );
  });
  const list = within(await screen.findByRole('list', { name: 'Changes, latest first' }));
  expect(list.getAllByRole('listitem')).toHaveLength(200);
  expect(list.getByText('Change 200')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  expect(list.getAllByRole('listitem')).toHaveLength(450);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});
