import { corrections } from '@campus/contract';
import type { QueryClient } from '@tanstack/react-query';
import { queryOf, refresh } from '../../lib/query.ts';

/** How often what others do is asked for while a page stands open. */
export const watching = { refetchInterval: 30_000 } as const;

export const refreshCorrections = (client: QueryClient): Promise<void> =>
  refresh(client, '/corrections');

export const openCountQuery = queryOf(corrections.countOpen, watching);

export const requestParts = ['open', 'decided'] as const;
export type RequestPart = (typeof requestParts)[number];
