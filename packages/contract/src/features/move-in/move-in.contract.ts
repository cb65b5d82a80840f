import { z } from 'zod';
import {
  csvType,
  fileCalls,
  listReport,
  previewRow,
  rowChange,
} from '../../csv/list-import.contract.ts';
import { tableFile } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import type { Access } from '../../permissions.ts';
import { count, id, textOrNull } from '../../values/replies.ts';
import { listQuery } from '../../values/requests.ts';
import { type MoveInKind, moveInKinds } from './move-in.fields.ts';

/** The value of a field; the fields differ by kind. */
const cell = z.union([z.string(), z.number()]).nullable();
export const moveInReport = listReport(previewRow.catchall(cell), rowChange.catchall(cell));
export type MoveInReport = z.infer<typeof moveInReport>;

const registrar = adminOnly('registrar');
const examOffice = adminOnly('exam_office');

/** Who moves each kind of record in and out: the duty that keeps such records. */
export const kindAccess = {
  departments: registrar,
  programmes: registrar,
  terms: registrar,
  subjects: registrar,
  enrolments: registrar,
  helpers: registrar,
  'past-marks': registrar,
  'opening-balances': registrar,
  exams: examOffice,
  'past-results': examOffice,
} as const satisfies Readonly<Record<MoveInKind, Access>>;

/** Everyone who may move in at least one kind. */
const holders = adminOnly('registrar', 'exam_office');

/** The kinds made of what was recorded about students: showing stored values is recorded as a read. */
export const personalKinds: ReadonlySet<string> = new Set([
  'past-marks',
  'opening-balances',
  'past-results',
]);

const fileOf = (kind: MoveInKind, about: string) => {
  const plural = kind.replace('-', ' ');
  return fileCalls({
    path: `/move-in/${kind}`,
    access: kindAccess[kind],
    plural,
    act: 'moved_in',
    ...(personalKinds.has(kind) && { compares: 'move_in_compared' }),
    report: moveInReport,
    summary: `Move in ${plural} from a CSV file; returns how many were added or changed`,
    description: `One transaction, recorded as a batch that can be undone: if any row is invalid, nothing is stored and the refusal (422 rows_invalid) lists the invalid rows in details. With dryRun=true it reports what would happen, and which records of Campus are missing from the file; no file ever deletes them. ${about}`,
    query: {},
    fileNames: { problems: `${kind}-problems.csv`, template: `${kind}.csv` },
  });
};

const roster =
  ' A OneRoster 1.2 ZIP (CSV, bulk) is accepted too; rows keep their numbers in its files.';

export const departments = fileOf(
  'departments',
  'A row matches the department with its Source ID or, if it has none, with its name or a former spelling of it. The department is confirmed unless the row says no; no file can revoke that, or rename it.',
);
export const programmes = fileOf(
  'programmes',
  'A row matches the programme with its Source ID or, if it has none, with its name or a former spelling of it. The programme is confirmed unless the row says no; no file can revoke that. Branches are separated by semicolons and added to the existing ones; one whose name contains a semicolon is in no file.',
);
export const terms = fileOf(
  'terms',
  'A row matches the term with its Source ID or, if it has none, with its name. A term that is over is added as closed.' +
    roster,
);
export const subjects = fileOf(
  'subjects',
  'A row matches the subject with its Source ID or, if it has none, with its code in its term (the open one by default). The file itself enrols nobody: without an audience, students are enrolled only by lists; with one, whoever joins the audience from then on is enrolled. The audience of an existing subject is changed on its page.' +
    roster,
);
export const enrolments = fileOf(
  'enrolments',
  'A student is identified by e-mail, University ID or Roll Number; a subject by its Source ID, or its code or name in the term. A row matches the enrolment with its Source ID or, if it has none, of this student in this subject from this day on. Without a first day it begins with the term. A new day outside the term is refused unless the row says yes as Outside Term.' +
    roster,
);

export const helpers = fileOf(
  'helpers',
  'Who teaches a subject alongside its teacher: co-teachers, assistants and substitutes, for the whole subject or one section. A subject is identified as in enrolments. A row matches the helper with its Source ID or, if it has none, this teacher in this subject and section from this day on; without a kind it is a co-teacher.' +
    roster,
);

export const pastMarks = fileOf(
  'past-marks',
  'A student and a subject are identified as in enrolments; the term defaults to that of the day. A row matches the mark of this student in this class: a subject, a day and, where it meets more than once, a period. The marks are recorded as made by the administrator. Marks are never deleted, so this batch cannot be undone (409); correct it with another file.',
);

export const openingBalances = fileOf(
  'opening-balances',
  'A student’s attendance totals in a subject up to a day, where the other system has no individual marks. A student and a subject are identified as in enrolments; each student has at most one balance per subject. One of somebody who was never enrolled in the subject is refused unless the row says it is outside the enrolment. It is shown next to the percentage, which counts individual marks only, and ends before the first of them.',
);

export const exams = fileOf(
  'exams',
  'Exams, held or planned; their results have a file of their own. A subject is identified as in enrolments. A row matches the exam with its Source ID or, if it has none, the exam of the subject with this title. The maximum of a new exam is 100 if not given, and it is not published unless the row says yes. Existing exams take the date and the maximum of the row; they are published and withdrawn on their page.',
);

export const pastResults = fileOf(
  'past-results',
  'Marks in past exams. A student and a subject are identified as in enrolments; a row matches the result with its Source ID or, if it has none, of this student in the exam with this title. An exam that does not exist is added, and published unless the row says no. The result of someone who was not enrolled on the day is refused unless the row says it is outside the enrolment.',
);

export const totals = fileCalls({
  path: '/move-in/totals',
  access: registrar,
  plural: 'totals',
  act: null,
  report: moveInReport,
  summary: 'Compare totals of another system with those of Campus; nothing is stored',
  description:
    'A row has the totals of a subject or, if it names a student, of that student in the subject: enrolled, classes, present, percent. The reply is that of a dry run: changes lists the differences, largest first, from the value in Campus to the value in the file, with the ids of the records concerned.',
  query: {},
  fileNames: { problems: 'totals-problems.csv', template: 'totals.csv' },
});

const kind = z.enum(moveInKinds);

export const readMoveIn = endpoint('GET /move-in', holders, {
  summary: 'How many records of each kind the campus has, in the order they must be moved in',
  reply: z.array(z.object({ kind, stored: count })),
});

export const moveOut = endpoint('GET /move-in/export', holders, {
  act: 'moved_out',
  fresh: true,
  summary: 'All records of a kind, as a file that can be moved in again',
  description:
    'Files moved into another campus, in the order of the kinds, and exported from it again are identical. A kind of another duty is refused (403). A record has the Source ID of the system it came from, or else one of this campus.',
  query: z.strictObject({ kind, ...tableFile }),
  download: { type: csvType, fileName: 'moved-out.csv' },
});

export const moveOutInParts = endpoint('GET /move-in/export/parts', holders, {
  act: 'moved_out',
  fresh: true,
  summary: 'All records of a kind, as a ZIP of files that each can be moved in again',
  description:
    'As the CSV of the export, in parts that are no larger than a file to move in. A kind of another duty is refused (403).',
  query: z.strictObject({ kind }),
  download: { type: 'application/zip', fileName: 'moved-out.zip' },
});

export const moveOutAsOneRoster = endpoint('GET /move-in/oneroster', registrar, {
  act: 'moved_out',
  summary: 'Terms, subjects, people and enrolments as a OneRoster 1.2 ZIP',
  fresh: true,
  description:
    'In bulk mode: orgs, academicSessions, courses, classes, users, roles and enrollments. Terms, subjects and enrolments have the Source IDs of their files; a person has the University ID or, without one, an id of this campus.',
  download: { type: 'application/zip', fileName: 'oneroster.zip' },
});

export const moveInBatch = z.object({
  id,
  kind,
  created: count,
  changed: count,
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  undoneBy: textOrNull,
  undoneAt: z.iso.datetime().nullable(),
});
export type MoveInBatch = z.infer<typeof moveInBatch>;

export const listMoveIns = endpoint('GET /move-in/batches', holders, {
  summary: 'The files that have been moved in, latest first',
  query: listQuery.pick({ limit: true, cursor: true }),
  reply: z.array(moveInBatch),
});

export const undoMoveIn = endpoint('POST /move-in/batches/:batchId/undo', holders, {
  act: 'move_in_undone',
  summary: 'Undo the move-in of a file; refused (409), naming the records changed or used since',
  description: 'A batch whose kind belongs to another duty is refused (403).',
  reply: moveInBatch,
  alsoRefuses: ['duplicate'],
});
