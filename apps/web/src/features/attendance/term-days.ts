import type { IsoDate } from '@campus/contract';
import { formatDay } from '../../lib/day.ts';

export const subjectBeginsOn = (day: IsoDate): string => `This subject begins on ${formatDay(day)}`;

export const termEndedOn = (day: IsoDate): string =>
  `The term of this subject ended on ${formatDay(day)}`;
