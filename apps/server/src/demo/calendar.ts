import { createHash } from 'node:crypto';
import type { Transaction } from '../db/db.ts';
import { calendarPdf } from './calendar-pdf.ts';
import { classInfoPdf } from './class-info-pdf.ts';
import type { DemoCampus } from './generate.ts';

const digestOf = (content: Buffer): string =>
  createHash('sha256').update(content).digest('base64url');

/** The academic calendar and the class information, uploaded on the morning the term began. */
export const insertCalendar = async (tx: Transaction, demo: DemoCampus): Promise<void> => {
  const { admin, teachers, term } = demo;
  const named = term.name.toLowerCase().replaceAll(' ', '-');
  const calendar = await calendarPdf(demo);
  await tx.query(
    `insert into calendars (title, file_name, content, size, digest, uploaded_by, uploaded_at)
     select 'Academic Calendar', $1, $2, $3, $4, id, $5::date + time '09:00' at time zone 'UTC'
     from people where email = $6`,
    [
      `academic-calendar-${named}.pdf`,
      calendar,
      calendar.length,
      digestOf(calendar),
      term.startsOn,
      admin.email,
    ],
  );
  for (const teacherEmail of [undefined, teachers[0]?.email]) {
    const info = await classInfoPdf(demo, teacherEmail);
    await tx.query(
      `insert into class_infos
         (teacher_id, file_name, content, size, digest, uploaded_by, uploaded_at)
       select (select id from people where email = $1), $2, $3, $4, $5, id,
         $6::date + time '09:00' at time zone 'UTC'
       from people where email = $7`,
      [
        teacherEmail ?? null,
        `class-information-${named}.pdf`,
        info,
        info.length,
        digestOf(info),
        term.startsOn,
        admin.email,
      ],
    );
  }
};
