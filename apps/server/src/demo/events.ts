import { addDays, instantIn, isWeekday, type EventAudience, type IsoDate } from '@campus/contract';
import type { Campus } from '../campus.ts';
import type { Transaction } from '../db/db.ts';
import { academicDates } from './academic-dates.ts';
import { demoAccounts, type DemoCampus } from './generate.ts';

interface PlannedEvent {
  readonly title: string;
  readonly place: string;
  readonly note?: string;
  readonly group: EventAudience['group'];
  /** From the day of loading; moved to the next weekday. */
  readonly days: number;
  readonly from: string;
  readonly to: string;
}

const planned: readonly PlannedEvent[] = [
  {
    title: 'Open house of the science departments',
    place: 'Main quad',
    group: 'everyone',
    days: -6,
    from: '10:00',
    to: '16:00',
  },
  {
    title: 'Guest lecture: Bridges that listen',
    place: 'Lecture hall 2',
    note: 'Please be seated five minutes before. Questions are welcome at the end.',
    group: 'everyone',
    days: 3,
    from: '17:30',
    to: '19:00',
  },
  {
    title: 'Faculty meeting',
    place: 'Council room',
    group: 'teachers',
    days: 5,
    from: '14:00',
    to: '15:30',
  },
  {
    title: 'Career fair',
    place: 'Sports hall',
    note: 'Bring printed copies of your CV.',
    group: 'students',
    days: 9,
    from: '11:00',
    to: '17:00',
  },
];

/** What the academic calendar calls by other words. */
const kinds = { date: 'event', holiday: 'holiday', examinations: 'exam' } as const;

const weekday = (day: IsoDate): IsoDate => (isWeekday(day) ? day : weekday(addDays(day, 1)));

/** The dates of the academic calendar, and a few events around the day of loading. */
export const insertEvents = async (
  tx: Transaction,
  campus: Campus,
  demo: DemoCampus,
  idOf: (email: string) => string,
): Promise<void> => {
  const created_by = idOf(demoAccounts.admin);
  const dates = academicDates(demo.term).map(({ what, kind, from, to }) => ({
    title: what,
    kind: kinds[kind],
    audience: 'everyone',
    starts_on: from,
    ends_on: to,
    created_by,
  }));
  const events = planned.map(({ group, days, from, to, ...event }) => {
    const day = weekday(addDays(campus.today(), days));
    return {
      ...event,
      kind: 'event',
      audience: group,
      starts_at: instantIn(campus.timezone, { day, time: from }),
      ends_at: instantIn(campus.timezone, { day, time: to }),
      created_by,
    };
  });
  await tx
    .insertInto('events')
    .values([...dates, ...events])
    .execute();
};
