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
export const insertAnnouncements = async (tx: Transaction, campus: Campus): Promise<void> => {
  await tx.query(
    `insert into announcements (title, message, created_at, created_by)
     select title, message, $2::date - "daysAgo" + time '09:00' at time zone $3, people.id
     from jsonb_to_recordset($1) as given (title text, message text, "daysAgo" int)
     join people on people.email = $4
     order by "daysAgo" desc`,
    [JSON.stringify(announcements), campus.today(), campus.timezone, demoAccounts.admin],
  );
};
