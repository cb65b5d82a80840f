import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useListState } from '../lib/use-list-state.ts';
import { SearchField } from './search-field.tsx';

const List = () => {
  const { view, setView } = useListState(['all']);
  return (
    <>
      <SearchField
        label="Find a subject"
        placeholder="Search"
        value={view.search}
        onSearch={(search) => setView({ search })}
      />
      <Link to="/law">Law</Link>
    </>
  );
};

afterEach(() => vi.useRealTimers());

it('leaves a search that was typed just before a click on a link to its own page', async () => {
  const page = Promise.withResolvers<{ default: () => ReactNode }>();
  const root = createRootRoute();
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: List }),
      createRoute({
        getParentRoute: () => root,
        path: '/law',
        component: lazyRouteComponent(() => page.promise),
      }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const field = await screen.findByRole('searchbox', { name: 'Find a subject' });
  vi.useFakeTimers();
  fireEvent.change(field, { target: { value: 'law' } });
  fireEvent.click(screen.getByRole('link', { name: 'Law' }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(router.history.location.href).toBe('/law');
  vi.useRealTimers();
  page.resolve({ default: () => <h1>Law</h1> });
  await screen.findByRole('heading', { name: 'Law' });
  expect(router.history.location.href).toBe('/law');
});
