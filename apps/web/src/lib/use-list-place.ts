import { type Address, oneOf, pageOf, textOf, useAddressView } from './use-address-view.ts';

export const readPlace = <Part extends string>(
  address: Address,
  parts: readonly [Part, ...Part[]],
) => ({
  /** Which part of the list, where it has parts. */
  part: oneOf(address['part'], parts, parts[0]),
  search: textOf(address['search']),
  page: pageOf(address['page']),
});

/** Which part and page of a list is shown. */
export type ListPlace<Part extends string> = ReturnType<typeof readPlace<Part>>;

/** The place in a list, kept in the address. `go` turns to the first page unless it is told another one. */
export const useListPlace = <Part extends string>(parts: readonly [Part, ...Part[]]) => {
  const { view, setView } = useAddressView((address) => readPlace(address, parts));
  return { place: view, go: setView };
};
