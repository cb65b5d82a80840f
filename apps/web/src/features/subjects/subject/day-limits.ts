import type { IsoDate } from '@campus/contract';

/** First and last day that can be chosen, as a date field takes them. */
export interface DayLimits {
  readonly min: IsoDate;
  readonly max: IsoDate;
}

/** The day itself, or the nearest one within the limits. */
export const dayWithin = (day: IsoDate, { min, max }: DayLimits): IsoDate => {
  if (day < min) return min;
  return day > max ? max : day;
};
