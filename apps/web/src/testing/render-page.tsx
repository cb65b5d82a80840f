import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { saveSession, type Session } from '../lib/session.ts';
import { tokenFor } from './fake-server.ts';

const administrator = { email: 'admin@example.edu', role: 'admin', name: 'Ruth Adeyemi' } as const;

/** Renders a page for a signed-in person, at an address of its own router. */
export const renderPage = async (
  Page: () => ReactNode,
  address = '/',
  person: Omit<Session, 'token'> = administrator,
) => {
  saveSession({ ...person, token: tokenFor(person.email, 900) });
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { router, client };
};
