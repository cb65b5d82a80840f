import { addDays, instantIn } from '@campus/contract';
import tables from './campus.json' with { type: 'json' };
import { demoAccounts } from './generate.ts';
import type { Loading } from './load.ts';

/** What the demo's administrator has announced, each at nine in the morning on campus. */
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
