import { useNavigate, useSearch } from '@tanstack/react-router';

/** Where somebody is in a list. It is kept in the address, so that it survives a reload or a link. */
export interface ListPlace<Part extends string> {
  /** Which part of the list, where it has parts. */
  readonly part: Part;
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

const pageNumber = (value: unknown): number => {
  const page = Number(value);
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
};

/** The address bar is a person's to edit: what is not a place there counts as not written. */
export const readPlace = <Part extends string>(
  address: Readonly<Record<string, unknown>>,
  parts: readonly [Part, ...Part[]],
): ListPlace<Part> => ({
  part: parts.find((part) => part === address['part']) ?? parts[0],
  search: ['string', 'number'].includes(typeof address['search'])
    ? String(address['search']).trim().slice(0, 200)
    : '',
  page: pageNumber(address['page']),
});

/** What differs from the beginning of the list; the rest stays out of the address. */
export const writePlace = <Part extends string>(
  { part, search, page }: ListPlace<Part>,
  parts: readonly [Part, ...Part[]],
): Readonly<Record<string, unknown>> => ({
  ...(part !== parts[0] && { part }),
  ...(search && { search }),
  ...(page > 1 && { page }),
});

/** `go` turns to the first page unless it is told another one. */
export const useListPlace = <Part extends string>(parts: readonly [Part, ...Part[]]) => {
  const place = readPlace(useSearch({ strict: false }), parts);
  const navigate = useNavigate();
  const go = (change: Partial<ListPlace<Part>>): void => {
    void navigate({
      to: '.',
      search: writePlace({ ...place, page: 1, ...change }, parts),
      replace: true,
      resetScroll: false,
    });
  };
  return { place, go };
};
