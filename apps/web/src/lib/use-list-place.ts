import { type Address, oneOf, pageOf, textOf, useAddressView } from './use-address-view.ts';

export const readPlace = <Part extends string>(
  address: Address,
  parts: readonly [Part, ...Part[]],
) => ({
  /** The part of the list, if it has parts. */
  part: oneOf(address['part'], parts, parts[0]),
  search: textOf(address['search']),
  page: pageOf(address['page']),
});

/** The part, search and page of a list that are shown. */
export type ListPlace<Part extends string> = ReturnType<typeof readPlace<Part>>;

/** Keeps the place in a list in the address. `go` returns to the first page unless another one is given. */
export const useListPlace = <Part extends string>(parts: readonly [Part, ...Part[]]) => {
  const { view, setView } = useAddressView((address) => readPlace(address, parts));
  return { place: view, go: setView };
};
