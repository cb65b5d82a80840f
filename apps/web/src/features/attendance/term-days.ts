import type { IsoDate } from '@campus/contract';
import { formatDay } from '../../lib/day.ts';

/** For helpers, a subject begins with their first day. */
export const marksBeginOn = (day: IsoDate): string =>
  `Classes of this subject can be marked from ${formatDay(day)} on`;

export const termEndedOn = (day: IsoDate): string =>
  `The term of this subject ended on ${formatDay(day)}`;
