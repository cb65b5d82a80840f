import { isIsoDate, type IsoDate } from '@campus/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type SearchParams = Readonly<Record<string, unknown>>;

/** Text from the address, at most 200 characters; blank if there is none. */
export const textParam = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 200) : '';

/** A day from the address; blank for anything else. */
export const dayParam = (value: unknown): IsoDate | '' => {
  const text = textParam(value);
  return isIsoDate(text) ? text : '';
};

/** Returns `other` for anything but a whole number from 1 to `max`. */
export const intParam = <Other>(value: unknown, max: number, other: Other): number | Other => {
  const number = Number(textParam(value));
  return Number.isInteger(number) && number >= 1 && number <= max ? number : other;
};

/** The page number of a list, from 1. */
export const pageParam = (value: unknown): number => intParam(value, 1_000_000, 1);

export const enumParam = <T extends string>(
  value: unknown,
  known: readonly T[],
  fallback: NoInfer<T>,
): T => known.find((one) => one === value) ?? fallback;

/** The values that differ from the default view; the others are left out of the address. */
export const urlParams = <View extends object>(view: View, initial: View): SearchParams =>
  Object.fromEntries(
    Object.entries(view).filter(([key, value]) => value !== initial[key as keyof View]),
  );

/**
 * Keeps the state of a page in its address, so that it survives a reload or a link. People may edit the
 * address: `read` ignores invalid values and returns the default view for an empty address. `setView` goes
 * back to page 1 unless another page is given.
 */
export const useUrlState = <View extends { readonly page: number }>(
  read: (address: SearchParams) => View,
) => {
  const view = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const setView = (change: Partial<View>): void => {
    void navigate({
      to: '.',
      search: urlParams({ ...view, page: 1, ...change }, read({})),
      replace: true,
      resetScroll: false,
    });
  };
  return { view, setView };
};
