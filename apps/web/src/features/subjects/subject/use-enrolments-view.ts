import { useNavigate, useSearch } from '@tanstack/react-router';
import type { EnrolmentsView, Show } from './subject.api.ts';

const shows: readonly Show[] = ['current', 'past', 'all'];

/** The address bar is a person's to edit: what is not a view there counts as not written. */
const readView = (address: Readonly<Record<string, unknown>>): EnrolmentsView => {
  const { search, show, page } = address;
  const number = Number(page);
  return {
    search: ['string', 'number'].includes(typeof search) ? String(search).trim().slice(0, 200) : '',
    show: shows.find((one) => one === show) ?? 'current',
    page: Number.isSafeInteger(number) && number >= 1 && number <= 100_000 ? number : 1,
  };
};

/** Which students of the subject are on screen. Kept in the address; the first view is not written. */
export const useEnrolmentsView = () => {
  const view = readView(useSearch({ strict: false }));
  const navigate = useNavigate();
  const setView = (change: Partial<EnrolmentsView>): void => {
    const { search, show, page } = { ...view, page: 1, ...change };
    void navigate({
      to: '.',
      search: {
        ...(search && { search }),
        ...(show !== 'current' && { show }),
        ...(page > 1 && { page }),
      },
      replace: true,
      resetScroll: false,
    });
  };
  return { view, setView };
};
