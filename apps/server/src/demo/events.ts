import { addDays, instantIn, isWeekday, type IsoDate } from '@campus/contract';
import tables from './campus.json' with { type: 'json' };
import { demoAccounts } from './generate.ts';
import type { Loading } from './load.ts';

/**
 * The dates of the demo campus's term, each of one or more days. Holidays and examination weeks are after
 * the day of loading, since classes were held on every weekday before it.
 */
export const academicDates = ({ startsOn }: { readonly startsOn: IsoDate }) =>
  tables.dates.map(({ week, weekday, days, ...date }) => {
    const from = addDays(startsOn, (week - 1) * 7 + weekday);
    return { ...date, from, to: addDays(from, days - 1) };
  });

const weekday = (day: IsoDate): IsoDate => (isWeekday(day) ? day : weekday(addDays(day, 1)));

/** Stores the academic dates, and a few events on weekdays around the day of loading. */
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

/** Stores the administrator's announcements, each made at 09:00 campus time. */
export const insertAnnouncements = async ({ tx, campus, idOf }: Loading): Promise<void> => {
  const sent = tables.announcements.map(({ daysAgo, ...said }) => ({
    ...said,
    created_at: instantIn(campus.timezone, {
      day: addDays(campus.today(), -daysAgo),
      time: '09:00',
    }),
    created_by: idOf(demoAccounts.admin),
  }));
  await tx.insertInto('announcements').values(sent).execute();
};
