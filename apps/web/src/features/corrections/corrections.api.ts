import { corrections } from '@campus/contract';
import { queryOf } from '../../lib/query.ts';

/** Polls for what others do while a page is open. */
export const polling = { refetchInterval: 30_000 } as const;

/** Paths to refresh after a request was made or decided. */
export const correctionPaths = ['/corrections'];

export const openCountQuery = queryOf(corrections.countOpen, polling);

export const requestParts = ['open', 'decided'] as const;
export type RequestPart = (typeof requestParts)[number];
