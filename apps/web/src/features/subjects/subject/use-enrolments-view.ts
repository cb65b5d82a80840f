import { oneOf, textOf, useAddressView, wholeNumberOf } from '../../../lib/use-address-view.ts';
import type { Address } from '../../../lib/use-address-view.ts';
import type { EnrolmentsView } from './subject.api.ts';

const readView = ({ search, show, page }: Address): EnrolmentsView => ({
  search: textOf(search),
  show: oneOf(show, ['current', 'past', 'all'], 'current'),
  page: wholeNumberOf(page, 1, 100_000, 1),
});

/** Which students of the subject are on screen. */
export const useEnrolmentsView = () => useAddressView(readView);
