import {
  type SearchParams,
  enumParam,
  pageParam,
  textParam,
  useUrlState,
} from './use-url-state.ts';

export const readListState = <Part extends string>(
  address: SearchParams,
  parts: readonly [Part, ...Part[]],
) => ({
  /** The part of the list, if it has parts. */
  part: enumParam(address['part'], parts, parts[0]),
  search: textParam(address['search']),
  page: pageParam(address['page']),
});

/** The part, search and page of a list that are shown. */
export type ListState<Part extends string> = ReturnType<typeof readListState<Part>>;

/** Keeps the state of a list in the address. `setView` returns to the first page unless another one is given. */
export const useListState = <Part extends string>(parts: readonly [Part, ...Part[]]) =>
  useUrlState((address) => readListState(address, parts));
