import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { CallError, serverUnreachable } from '../lib/call-error.ts';
import { Loaded } from './loaded.tsx';

it('keeps what is on the screen when the server is no longer reached, and says so until it is refreshed', async () => {
  let answer = (): Promise<string> => Promise.resolve('Optics');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const Page = () => (
    <Loaded query={useQuery({ queryKey: ['exams'], queryFn: () => answer() })} what="exams">
      {(title) => (
        <label>
          {title} <input />
        </label>
      )}
    </Loaded>
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.type(await screen.findByLabelText('Optics'), 'typed');
  answer = () => Promise.reject(new CallError(0, 'network', serverUnreachable));
  await client.refetchQueries();
  const note = await screen.findByText(/^The exams could not be refreshed\./);
  expect(screen.getByLabelText('Optics')).toHaveProperty('value', 'typed');

  const later = Promise.withResolvers<string>();
  answer = () => later.promise;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(client.isFetching()).toBe(1));
  expect(note.isConnected).toBe(true);
  later.resolve('Waves');
  expect(await screen.findByLabelText('Waves')).toHaveProperty('value', 'typed');
  expect(screen.queryByText(/could not be refreshed/)).toBeNull();
});
