import * as contract from '@campus/contract';
import type { AppOptions } from './app.ts';
import { createAccountsService } from './features/accounts/index.ts';
import { createAdministrators } from './features/administrators/index.ts';
import * as announcements from './features/announcements/announcements.service.ts';
import { downloadHandIns } from './features/assignments/archive.ts';
import * as assignments from './features/assignments/assignments.service.ts';
import * as extensions from './features/assignments/extensions.service.ts';
import * as handIns from './features/assignments/hand-ins.service.ts';
import * as marks from './features/assignments/marks.service.ts';
import * as attendance from './features/attendance/attendance.service.ts';
import * as reports from './features/attendance/reports.service.ts';
import { submitAttendance } from './features/attendance/submission.service.ts';
import * as calendar from './features/calendar/calendar.service.ts';
import * as corrections from './features/corrections/corrections.service.ts';
import * as eventFeeds from './features/events/event-feed.service.ts';
import * as events from './features/events/events.service.ts';
import { addEntry } from './features/exams/entry.service.ts';
import * as exams from './features/exams/exams.service.ts';
import * as resultsFile from './features/exams/results-file.service.ts';
import * as examResults from './features/exams/results.service.ts';
import { resultsOf } from './features/exams/student-results.service.ts';
import * as catalogue from './features/library/catalogue.service.ts';
import { booksImport } from './features/library/import/books-import.ts';
import { exportBooks } from './features/library/import/export-books.ts';
import * as lending from './features/library/lending.service.ts';
import * as reservations from './features/library/reservations.service.ts';
import { endStaleHolds } from './features/library/shelf.service.ts';
import * as search from './features/search/search.service.ts';
import * as moveIn from './features/move-in/move-in.service.ts';
import { moveOutAsOneRoster } from './features/move-in/oneroster.ts';
import * as overview from './features/overview/overview.service.ts';
import * as studentBatches from './features/people/batches/batches.service.ts';
import { facultyList, studentList } from './features/people/import/people-import.ts';
import { requireReactivatable } from './features/people/index.ts';
import * as people from './features/people/people.service.ts';
import * as records from './features/people/records/records.service.ts';
import * as withdrawal from './features/people/records/withdrawal.service.ts';
import * as gradingScales from './features/performance/grading-scale.service.ts';
import * as schoolPerformance from './features/performance/performance.service.ts';
import * as resultSheets from './features/performance/student-results.service.ts';
import * as reportTables from './features/reports/reports.service.ts';
import * as programmes from './features/programmes/programmes.service.ts';
import { createPrivacy } from './features/privacy/index.ts';
import * as profiles from './features/profiles/profiles.service.ts';
import * as enrolments from './features/subjects/enrolments.service.ts';
import { refuseWhileTeaching } from './features/subjects/index.ts';
import * as helpers from './features/subjects/helpers.service.ts';
import * as sections from './features/subjects/sections.service.ts';
import * as subjectPage from './features/subjects/subject-page.service.ts';
import * as subjects from './features/subjects/subjects.service.ts';
import * as termCarry from './features/subjects/term-carry.service.ts';
import * as termClosing from './features/subjects/term-closing.service.ts';
import * as termReopening from './features/subjects/term-reopening.service.ts';
import * as terms from './features/subjects/terms.service.ts';
import { importOf } from './http/import-routes.ts';
import type { Mount } from './http/mount.ts';
import * as trail from './features/trail/trail.service.ts';

/** Connects each group of the contract with its service, in the order of the API's description. */
export const mountServices = (mount: Mount, { campus, identity, system }: AppOptions): void => {
  const objections = {
    toDeactivating: refuseWhileTeaching,
    toReactivating: requireReactivatable(campus),
  };
  const { perMinute } = system.config.mail;
  const accounts = createAccountsService(campus, identity, objections, perMinute);
  const books = importOf<contract.BooksReport, contract.ListedBook>(booksImport);
  mount(contract.accounts, accounts.handlers);
  mount(contract.administrators, createAdministrators(accounts, identity));
  mount(contract.programmes, programmes);
  mount(contract.overview, overview);
  mount(contract.search, search);
  mount(contract.people, {
    ...people,
    ...records,
    ...withdrawal,
  });
  mount(contract.studentBatches, studentBatches);
  mount(
    contract.studentImport,
    importOf<contract.ImportReport, contract.StudentValues>(studentList),
  );
  mount(
    contract.facultyImport,
    importOf<contract.ImportReport, contract.FacultyValues>(facultyList),
  );
  mount(contract.corrections, corrections);
  mount(contract.subjects, { ...subjects, ...subjectPage, ...enrolments, ...helpers });
  mount(contract.sections, sections);
  mount(contract.terms, { ...terms, ...termCarry, ...termClosing, ...termReopening });
  const { createSharedReads, ...reads } = attendance;
  mount(contract.attendance, {
    ...reads,
    ...createSharedReads(campus),
    ...reports,
    submitAttendance,
  });
  mount(contract.announcements, announcements);
  mount(contract.profiles, profiles);
  mount(contract.calendar, calendar);
  mount(contract.classInfo, calendar);
  mount(contract.exams, exams);
  mount(contract.examResults, {
    ...examResults,
    ...resultsFile,
    addEntry,
    studentResults: resultsOf,
  });
  mount(contract.events, { ...events, ...eventFeeds });
  mount(contract.schoolPerformance, { ...schoolPerformance, ...resultSheets });
  mount(contract.gradingScales, gradingScales);
  mount(contract.assignments, assignments);
  mount(contract.handIns, {
    ...assignments,
    ...handIns,
    ...marks,
    ...extensions,
    downloadHandIns,
  });
  mount(contract.catalogue, {
    ...catalogue,
    exportBooks,
    bookFile: {
      ...books,
      store: async (call) => {
        await endStaleHolds(call.campus);
        return books.store(call);
      },
    },
  });
  mount(contract.lending, { ...lending, ...reservations });
  mount(contract.trail, trail);
  mount(contract.reports, reportTables);
  mount(contract.moveIn, { ...moveIn, moveOutAsOneRoster });
  mount(contract.privacy, createPrivacy(campus, identity));
};
