import { pdfType } from '@campus/contract';
import {
  keepPreviousData,
  type QueryKey,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Answer } from '../../lib/call.ts';
import { fileNameIn } from '../../lib/file-name.ts';

export interface ShownPdf {
  readonly file: Blob;
  readonly fileName: string | null;
  /** Of the calendar. */
  readonly title: string | null;
}

const decoded = (text: string | null): string | null => {
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * A PDF as it was answered; null when there is nothing in it. Whatever the answer calls itself, the
 * browser is never told that it is a page.
 */
export const pdfIn = ({ reply, headers }: Answer<unknown>): ShownPdf | null => {
  if (!(reply instanceof Blob) || reply.size === 0) return null;
  return {
    file: reply.slice(0, reply.size, pdfType),
    fileName: fileNameIn(headers.get('content-disposition')),
    title: decoded(headers.get('x-calendar-title')),
  };
};

interface Version {
  readonly uploadedAt: string;
  readonly size: number;
}

/** What `info` tells of, as a screen shows it: the file of a version is fetched once, and only when there is one. */
export const usePdf = (
  key: QueryKey,
  info: UseQueryResult<Version | null>,
  ask: (signal: AbortSignal) => Promise<Answer<unknown>>,
) => {
  const version = info.data;
  const file = useQuery({
    queryKey: [...key, version?.uploadedAt, version?.size],
    queryFn: async ({ signal }) => pdfIn(await ask(signal)),
    enabled: Boolean(version?.size),
    staleTime: Infinity,
    // The version before it stays until the new one is here: nothing jumps, no button goes away.
    ...(version && { placeholderData: keepPreviousData }),
  });
  const failed = [info, file].find(({ isError, isFetching }) => isError && !isFetching);
  return {
    pdf: version && file.data,
    waiting: !failed && (info.isPending || info.isError || file.isFetching),
    failed,
  };
};
