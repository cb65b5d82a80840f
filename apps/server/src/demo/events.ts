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
): Promise<void> => {
  const dates = academicDates(demo.term).map(({ what, kind, from, to }) => ({
    title: what,
    kind: kinds[kind],
    group: 'everyone',
    startsOn: from,
    endsOn: to,
  }));
  const events = planned.map(({ title, group, place, note, days, from, to }) => {
    const day = weekday(addDays(campus.today(), days));
    return {
      title,
      kind: 'event',
      group,
      place,
      note,
      startsAt: instantIn(campus.timezone, { day, time: from }),
      endsAt: instantIn(campus.timezone, { day, time: to }),
    };
  });
  await tx.query(
    `insert into events (title, kind, audience, place, note, starts_on, ends_on, starts_at, ends_at,
       created_by)
     select title, kind, "group", place, note, "startsOn", "endsOn", "startsAt", "endsAt", people.id
     from jsonb_to_recordset($1) as event (title text, kind text, "group" text, place text,
       note text, "startsOn" date, "endsOn" date, "startsAt" timestamptz, "endsAt" timestamptz)
     join people on people.email = $2`,
    [JSON.stringify([...dates, ...events]), demoAccounts.admin],
  );
};
