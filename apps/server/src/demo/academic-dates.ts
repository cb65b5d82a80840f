import { addDays, type IsoDate } from '@campus/contract';
import tables from './campus.json' with { type: 'json' };

/**
 * What happens in the demo campus's term, a day or some days each. Holidays and examination weeks lie
 * ahead of the day of loading: on each weekday before it classes were held.
 */
export const academicDates = ({ startsOn }: { readonly startsOn: IsoDate }) =>
  tables.dates.map(({ week, weekday, days, ...date }) => {
    const from = addDays(startsOn, (week - 1) * 7 + weekday);
    return { ...date, from, to: addDays(from, days - 1) };
  });
