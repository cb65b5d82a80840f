/** First and last day that can be chosen, as a date field takes them. */
export interface DayLimits {
  readonly min: string;
  readonly max: string;
}

/** The day itself, or the nearest one within the limits. */
export const dayWithin = (day: string, { min, max }: DayLimits): string => {
  if (day < min) return min;
  return day > max ? max : day;
};
