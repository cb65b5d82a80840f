import { addDays, type IsoDate } from '@campus/contract';
import type { DemoCampus } from './generate.ts';

/** A day or some days that the academic calendar names. */
export interface AcademicDate {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly what: string;
  readonly kind: 'date' | 'holiday' | 'examinations';
}

/**
 * What happens in the demo campus's term. Holidays and examination weeks lie ahead of the day of
 * loading: on each weekday before it classes were held.
 */
export const academicDates = ({ startsOn, endsOn }: DemoCampus['term']): AcademicDate[] => {
  /** Week from 1, day from 0 for its Monday. */
  const day = (week: number, weekday: number): IsoDate =>
    addDays(startsOn, (week - 1) * 7 + weekday);
  const on = (date: IsoDate, what: string): AcademicDate => ({
    from: date,
    to: date,
    what,
    kind: 'date',
  });
  return [
    on(day(1, 0), 'Classes begin'),
    on(day(2, 4), 'Last day to change enrolment'),
    on(day(9, 2), 'Course evaluation opens'),
    {
      from: day(14, 0),
      to: day(14, 3),
      what: 'Mid-semester examinations',
      kind: 'examinations',
    },
    { ...on(day(14, 4), 'Founders’ Day, no classes'), kind: 'holiday' },
    on(day(15, 0), 'Registration for next term opens'),
    { ...on(day(16, 2), 'Staff day, no classes'), kind: 'holiday' },
    on(day(17, 4), 'Last day of classes'),
    {
      from: day(18, 0),
      to: day(18, 3),
      what: 'End-of-term examinations',
      kind: 'examinations',
    },
    on(endsOn, 'Term ends; results are published within two weeks'),
  ];
};
