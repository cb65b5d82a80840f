import { useEffect, useEffectEvent } from 'react';

interface PagedAnswer {
  readonly data: { readonly total: number } | undefined;
  /** The answer is the one before, shown meanwhile. */
  readonly isPlaceholderData: boolean;
}

/** Turns to the last page of a list that has become too short for the page that is on screen. */
export const useWithinPages = (
  { data, isPlaceholderData }: PagedAnswer,
  page: number,
  pageSize: number,
  onPage: (page: number) => void,
): void => {
  const known = data !== undefined && !isPlaceholderData;
  const lastPage = known ? Math.max(1, Math.ceil(data.total / pageSize)) : page;
  const turnTo = useEffectEvent(onPage);
  useEffect(() => {
    if (page > lastPage) turnTo(lastPage);
  }, [page, lastPage]);
};
