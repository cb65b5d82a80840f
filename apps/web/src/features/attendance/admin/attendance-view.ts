import { isIsoDate } from '@campus/contract';
import {
  type Address,
  oneOf,
  pageOf,
  textOf,
  wholeNumberOf,
} from '../../../lib/use-address-view.ts';

export type LowSort = 'percentage' | 'name' | 'rollNo';

export const readAttendanceView = ({ date, open, ...address }: Address) => ({
  tab: oneOf(address['tab'], ['day', 'low'], 'day'),
  /** Null for today. */
  date: typeof date === 'string' && isIsoDate(date) ? date : null,
  search: textOf(address['search']),
  /** Only subjects that are not taken. */
  open: open === true,
  /** A whole number of percent; null for the one that is expected. */
  below: wholeNumberOf(address['below'], 1, 100, null),
  by: oneOf(address['by'], ['term', 'subject'], 'term'),
  sort: oneOf<LowSort>(address['sort'], ['percentage', 'name', 'rollNo'], 'percentage'),
  order: oneOf(address['order'], ['asc', 'desc'], 'asc'),
  page: pageOf(address['page']),
});

/** What of the page is on screen. */
export type AttendanceView = ReturnType<typeof readAttendanceView>;

export const firstView = readAttendanceView({});
