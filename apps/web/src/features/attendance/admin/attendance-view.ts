import { isIsoDate } from '@campus/contract';
import {
  type Address,
  oneOf,
  pageOf,
  textOf,
  useAddressView,
  wholeNumberOf,
} from '../../../lib/use-address-view.ts';

export type LowSort = 'percentage' | 'name' | 'rollNo';

/** What of the page is on screen. */
export interface AttendanceView {
  readonly tab: 'day' | 'low';
  /** Null for today. */
  readonly date: string | null;
  readonly search: string;
  /** Only subjects that are not taken. */
  readonly open: boolean;
  /** A whole number of percent; null for the one that is expected. */
  readonly below: number | null;
  readonly by: 'term' | 'subject';
  readonly sort: LowSort;
  readonly order: 'asc' | 'desc';
  readonly page: number;
}

export const readAttendanceView = (address: Address): AttendanceView => {
  const date = address['date'];
  return {
    tab: oneOf(address['tab'], ['day', 'low'], 'day'),
    date: typeof date === 'string' && isIsoDate(date) ? date : null,
    search: textOf(address['search']),
    open: address['open'] === true,
    below: wholeNumberOf(address['below'], 1, 100, null),
    by: oneOf(address['by'], ['term', 'subject'], 'term'),
    sort: oneOf(address['sort'], ['percentage', 'name', 'rollNo'], 'percentage'),
    order: oneOf(address['order'], ['asc', 'desc'], 'asc'),
    page: pageOf(address['page']),
  };
};

export const firstView = readAttendanceView({});

export const useAttendanceView = () => useAddressView(readAttendanceView);
