import { isIsoDate, type IsoDate } from '@campus/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type Address = Readonly<Record<string, unknown>>;

/** Text from the address, at most 200 characters; blank if there is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : '';

/** A day from the address; blank for anything else. */
export const dayOf = (value: unknown): IsoDate | '' => {
  const text = textOf(value);
  return isIsoDate(text) ? text : '';
};

/** Returns `other` for anything but a whole number from `least` (at least 1) to `most`. */
export const wholeNumberOf = <Other>(
  value: unknown,
  least: number,
  most: number,
  other: Other,
): number | Other => {
  const number = Number(textOf(value));
  return Number.isInteger(number) && number >= least && number <= most ? number : other;
};

/** The page number of a list, from 1. */
export const pageOf = (value: unknown): number => wholeNumberOf(value, 1, 1_000_000, 1);

export const oneOf = <T extends string>(
  value: unknown,
  known: readonly T[],
  first: NoInfer<T>,
): T => known.find((one) => one === value) ?? first;

/** The values that differ from the default view; the others are left out of the address. */
export const writeView = <View extends object>(view: View, first: View): Address =>
  Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== first[key as keyof View]),
  );

/**
 * Keeps the state of a page in its address, so that it survives a reload or a link. People may edit the
 * address: `read` ignores invalid values and returns the default view for an empty address. `setView` goes
 * back to page 1 unless another page is given.
 */
export const useAddressView = <View extends { readonly page: number }>(
  read: (address: Address) => View,
) => {
  const view = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const setView = (change: Partial<View>): void => {
    void navigate({
      to: '.',
      search: writeView({ ...view, page: 1, ...change }, read({})),
      replace: true,
      resetScroll: false,
    });
  };
  return { view, setView };
};
