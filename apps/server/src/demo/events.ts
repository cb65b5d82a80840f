import { addDays, instantIn, isWeekday, type IsoDate } from '@campus/contract';
import { academicDates } from './academic-dates.ts';
import tables from './campus.json' with { type: 'json' };
import { demoAccounts } from './generate.ts';
import type { Loading } from './load.ts';

const weekday = (day: IsoDate): IsoDate => (isWeekday(day) ? day : weekday(addDays(day, 1)));

/** The dates of the academic calendar, and a few events on weekdays around the day of loading. */
export const insertEvents = async ({ tx, campus, demo, idOf }: Loading): Promise<void> => {
  const created_by = idOf(demoAccounts.admin);
  const dates = academicDates(demo.term).map(({ what, kind, from, to }) => ({
    title: what,
    kind,
    audience: 'everyone',
    starts_on: from,
    ends_on: to,
    created_by,
  }));
  const events = tables.events.map(({ days, from, to, ...event }) => {
    const day = weekday(addDays(campus.today(), days));
    return {
      ...event,
      kind: 'event',
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
