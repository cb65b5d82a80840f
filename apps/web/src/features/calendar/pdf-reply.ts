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
 * The PDF in a response; null if it is empty. Its type is always set to PDF, so that the browser never treats it as
 * a page.
 */
export const pdfOfReply = ({ reply, headers }: Answer<unknown>): ShownPdf | null => {
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

/** The PDF that `info` describes, as a screen shows it: each version is fetched once, and only if there is one. */
export const usePdf = (
  key: QueryKey,
  info: UseQueryResult<Version | null>,
  ask: (signal: AbortSignal) => Promise<Answer<unknown>>,
) => {
  const version = info.data;
  const file = useQuery({
    queryKey: [...key, version?.uploadedAt, version?.size],
    queryFn: async ({ signal }) => pdfOfReply(await ask(signal)),
    enabled: Boolean(version?.size),
    staleTime: Infinity,
    // The former version stays until the new one is here, so that nothing jumps and no button disappears.
    ...(version && { placeholderData: keepPreviousData }),
  });
  const failed = [info, file].find(({ isError, isFetching }) => isError && !isFetching);
  return {
    pdf: version && file.data,
    waiting: !failed && (info.isPending || info.isError || file.isFetching),
    failed,
  };
};
