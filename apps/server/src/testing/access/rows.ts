import { accountsRows } from './accounts.rows.ts';
import { administratorsRows } from './administrators.rows.ts';
import { announcementsRows } from './announcements.rows.ts';
import { assignmentsRows } from './assignments.rows.ts';
import { attendanceRows } from './attendance.rows.ts';
import { calendarRows } from './calendar.rows.ts';
import { correctionsRows } from './corrections.rows.ts';
import { eventsRows } from './events.rows.ts';
import { examsRows } from './exams.rows.ts';
import { identityRows } from './identity.rows.ts';
import { libraryRows } from './library.rows.ts';
import { overviewRows } from './overview.rows.ts';
import { performanceRows } from './performance.rows.ts';
import { peopleRows } from './people.rows.ts';
import { privacyRows } from './privacy.rows.ts';
import { programmesRows } from './programmes.rows.ts';
import { profilesRows } from './profiles.rows.ts';
import { settingsRows } from './settings.rows.ts';
import { moveInRows } from './move-in.rows.ts';
import { studentBatchesRows } from './student-batches.rows.ts';
import { subjectsRows } from './subjects.rows.ts';
import { trailRows } from './trail.rows.ts';
import { reportRows } from './reports.rows.ts';
import { systemRows } from './system.rows.ts';
import type { FeatureRows, Records, Row } from './row.ts';
import type { TestCampus } from '../test-campus.ts';

/** Features whose rows need only the common records. */
const plain: readonly Row[] = [
  ...identityRows,
  ...accountsRows,
  ...administratorsRows,
  ...peopleRows,
  ...correctionsRows,
  ...attendanceRows,
  ...performanceRows,
  ...overviewRows,
  ...trailRows,
  ...reportRows,
  ...systemRows,
];

/** Features that need records of their own. */
const prepared: readonly FeatureRows[] = [
  subjectsRows,
  programmesRows,
  announcementsRows,
  profilesRows,
  calendarRows,
  examsRows,
  eventsRows,
  assignmentsRows,
  settingsRows,
  libraryRows,
  privacyRows,
  studentBatchesRows,
  moveInRows,
];

export const rows: readonly Row[] = [...plain, ...prepared.flatMap((one) => one.rows)];

/** Adds the records of every feature to the common ones. */
export const prepareAll = async (campus: TestCampus, records: Records): Promise<Records> => {
  const all = { ...records };
  for (const one of prepared) Object.assign(all, await one.prepare(campus, all));
  return all;
};
