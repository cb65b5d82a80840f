import { useNavigate, useSearch } from '@tanstack/react-router';

export type Address = Readonly<Record<string, unknown>>;

/** What a person typed, at most 200 characters; blank where the address holds no text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : '';

/** `least` is 1 or more. */
export const wholeNumberOf = <Other>(
  value: unknown,
  least: number,
  most: number,
  other: Other,
): number | Other => {
  const number = Number(textOf(value));
  return Number.isInteger(number) && number >= least && number <= most ? number : other;
};

/** A page of a list, from 1. */
export const pageOf = (value: unknown): number => wholeNumberOf(value, 1, 1_000_000, 1);

export const oneOf = <T extends string>(
  value: unknown,
  known: readonly T[],
  first: NoInfer<T>,
): T => known.find((one) => one === value) ?? first;

/** What differs from the first view; the rest stays out of the address. */
export const writeView = <View extends object>(view: View, first: View): Address =>
  Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== first[key as keyof View]),
  );

/**
 * What of a page is on screen, kept in the address, so that it survives a reload or a link. The
 * address bar is a person's to edit: `read` takes what is no view there as not written, and makes
 * the first view of an empty address. `setView` turns to page 1 unless it is told another one.
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
