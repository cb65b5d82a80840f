import { addDays, instantIn } from '@campus/contract';
import type { Campus } from '../campus.ts';
import type { Transaction } from '../db/db.ts';
import { demoAccounts } from './generate.ts';

/** The oldest first, as they were sent. */
const announcements = [
  {
    title: 'Founders’ Day rehearsal',
    message:
      'Participants should report to the main quad at 4 pm on Thursday. Attendance will be taken.',
    daysAgo: 16,
  },
  {
    title: 'General Announcement',
    message: 'The north gate will be closed on Sunday for maintenance. Please use the east gate.',
    daysAgo: 9,
  },
  {
    title: 'Library hours extended',
    message:
      'The central library stays open until 11 pm on weekdays through the end of the examination period.',
    daysAgo: 5,
  },
  {
    title: 'Mid-semester examination timetable',
    message:
      'The timetable for mid-semester examinations is now in the academic calendar. Please check your hall and seat number by Friday.',
    daysAgo: 2,
  },
];

/** What the demo's administrator has announced, each at nine in the morning on campus. */
export const insertAnnouncements = async (
  tx: Transaction,
  campus: Campus,
  idOf: (email: string) => string,
): Promise<void> => {
  const sent = announcements.map(({ daysAgo, ...said }) => ({
    ...said,
    created_at: instantIn(campus.timezone, {
      day: addDays(campus.today(), -daysAgo),
      time: '09:00',
    }),
    created_by: idOf(demoAccounts.admin),
  }));
  await tx.insertInto('announcements').values(sent).execute();
};
