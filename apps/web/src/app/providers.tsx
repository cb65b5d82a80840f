import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { notifyManager, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError } from '../lib/call-error.ts';
import { Toasts } from '../ui/toasts.tsx';
import { cssVariablesResolver, theme } from './theme/theme.ts';

// Buttons are disabled before the next event is handled. With the default, a timer, a second tap that waits
// while the page is busy would send a form twice.
notifyManager.setScheduler(queueMicrotask);

/** Retries only if the server could not be reached or answered 503. */
const retry = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof CallError && (error.status === 0 || error.status === 503);

/** Without a connection calls fail at once; by default they would wait for one silently. */
const networkMode = 'always';

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => console.warn('A fetch failed:', error) }),
    defaultOptions: {
      queries: { retry, staleTime: 5_000, networkMode },
      mutations: { networkMode },
    },
  });

/** The script in the head of the pages reads the same key before the first paint. */
const schemeManager = localStorageColorSchemeManager({ key: 'campus-scheme' });

interface ProvidersProps {
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}

export const Providers = ({ queryClient, children }: ProvidersProps) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    colorSchemeManager={schemeManager}
    defaultColorScheme="auto"
  >
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>
);
