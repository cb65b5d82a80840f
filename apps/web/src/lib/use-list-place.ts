import { type Address, oneOf, pageOf, textOf, useAddressView } from './use-address-view.ts';

/** Which part and page of a list is shown. */
export interface ListPlace<Part extends string> {
  /** Which part of the list, where it has parts. */
  readonly part: Part;
  readonly search: string;
  /** From 1. */
  readonly page: number;
}

export const readPlace = <Part extends string>(
  address: Address,
  parts: readonly [Part, ...Part[]],
): ListPlace<Part> => ({
  part: oneOf(address['part'], parts, parts[0]),
  search: textOf(address['search']),
  page: pageOf(address['page']),
});

/** The place in a list, kept in the address. `go` turns to the first page unless it is told another one. */
export const useListPlace = <Part extends string>(parts: readonly [Part, ...Part[]]) => {
  const { view, setView } = useAddressView((address) => readPlace(address, parts));
  return { place: view, go: setView };
};
