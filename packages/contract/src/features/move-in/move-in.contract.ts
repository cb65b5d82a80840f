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
import { count, id, textOrNull } from '../../values/replies.ts';
import { listQuery } from '../../values/requests.ts';
import { type MoveInKind, moveInKinds } from './move-in.fields.ts';

/** The value of a field; the fields differ by kind. */
const cell = z.union([z.string(), z.number()]).nullable();
export const moveInReport = listReport(previewRow.catchall(cell), rowChange.catchall(cell));
export type MoveInReport = z.infer<typeof moveInReport>;

const fileOf = (kind: MoveInKind, about: string) => {
  const plural = kind.replace('-', ' ');
  return fileCalls({
    path: `/move-in/${kind}`,
    access: adminOnly('registrar'),
    plural,
    act: 'moved_in',
    report: moveInReport,
    summary: `Move in ${plural} from a CSV file; answers how many were added or changed`,
    description: `One transaction, kept as a batch that can be taken back: while any row is bad nothing is stored, and the refusal (422 rows_invalid) lists the bad rows in details. With dryRun=true it answers what would happen, and what Campus has that the file has not, which no file takes away. ${about}`,
    query: {
      /**
       * The number of records that change, typed by someone who has seen it; needed if the report has
       * `confirm`.
       */
      confirm: z.coerce.number().int().min(0).optional(),
    },
    fileNames: { problems: `${kind}-problems.csv`, template: `${kind}.csv` },
  });
};

const roster =
  ' A ZIP of OneRoster 1.2 (CSV, bulk) is taken, too, for what it has of them: a row has the number that it has there.';

export const programmes = fileOf(
  'programmes',
  'A row is about the programme with its Source ID or, without one, its name or a former spelling of it; it is confirmed unless the row says no, and no file takes that back. Branches are separated by semicolons, and added to those that are there.',
);
export const terms = fileOf(
  'terms',
  'A row is about the term with its Source ID or, without one, its name. A term that is over is added as a closed one.' +
    roster,
);
export const subjects = fileOf(
  'subjects',
  'A row is about the subject with its Source ID or, without one, its code in its term; without a term the open one is meant. Nobody is enrolled by it: without an audience students come by lists alone, with one whoever is of it from then on. The audience of one that is there is changed on its page.' +
    roster,
);
export const enrolments = fileOf(
  'enrolments',
  'A student is named by e-mail, University ID or Roll Number; a subject by its Source ID, its code or its name in the term. A row is about the enrolment with its Source ID or, without one, of this student in this subject from this day on. Without a first day it begins with the term.' +
    roster,
);

export const helpers = fileOf(
  'helpers',
  'Who teaches a subject beside its teacher: co-teachers, assistants and substitutes, of the subject or a section. A subject is named as in enrolments. A row is about the helper with its Source ID or, without one, this teacher in this subject and section from this day on; without a kind it is a co-teacher.' +
    roster,
);

export const pastMarks = fileOf(
  'past-marks',
  'A student and a subject are named as in enrolments, without a term in that of the day. A row is about the mark of this student in this class: a subject, a day and, where it meets more than once, a period. Administrators mark by it. Marks are never taken away, so this batch cannot be taken back (409): another file corrects it.',
);

export const openingBalances = fileOf(
  'opening-balances',
  'What a student’s classes of a subject came to until a day, where the other system has no single marks. A student and a subject are named as in enrolments; there is one of each student in each subject. It stands beside the percentage, which is of single marks, and ends before the first of them.',
);

export const pastResults = fileOf(
  'past-results',
  'Marks of exams that were held. A student and a subject are named as in enrolments; a row is about the result with its Source ID or, without one, of this student in the exam with this title. An exam that is not there is added, published unless the row says no. A result of somebody who was not enrolled on its day is refused unless the row says that it is outside of the enrolment.',
);

export const totals = fileCalls({
  path: '/move-in/totals',
  access: adminOnly('registrar'),
  plural: 'totals',
  act: null,
  report: moveInReport,
  summary: 'Compare totals of another system with those of Campus; nothing is stored',
  description:
    'A row has the totals of a subject or, with a student, of that student in it: enrolled, classes, present, percent. Answers as a dry run does: changes has the differences, the largest first, from what Campus has to what the file says, with the ids of what they are about.',
  query: {},
  fileNames: { problems: 'totals-problems.csv', template: 'totals.csv' },
});

const kind = z.enum(moveInKinds);

export const readMoveIn = endpoint('GET /move-in', adminOnly('registrar'), {
  summary:
    'How many records of each kind the campus has, in the order in which one needs the other',
  reply: z.array(z.object({ kind, stored: count })),
});

export const moveOut = endpoint('GET /move-in/export', adminOnly('registrar'), {
  act: 'moved_out',
  summary: 'All records of a kind as a file with the columns by which it moves in',
  description:
    'Moved into another campus in the order of the kinds, and out of it again, the files are the same. A record has the Source ID of the system it came from or one of this campus.',
  query: z.strictObject({ kind, ...tableFile }),
  download: { type: csvType, fileName: 'moved-out.csv' },
});

export const moveOutAsOneRoster = endpoint('GET /move-in/oneroster', adminOnly('registrar'), {
  act: 'moved_out',
  summary: 'Terms, subjects, people and enrolments as the ZIP of OneRoster 1.2',
  description:
    'In bulk: orgs, academicSessions, courses, classes, users, roles and enrollments. A term, a subject and an enrolment have the Source IDs of their files, a person the University ID or, without one, an id of this campus.',
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

export const listMoveIns = endpoint('GET /move-in/batches', adminOnly('registrar'), {
  summary: 'What files have moved in, the last one first',
  query: listQuery.pick({ limit: true, cursor: true }),
  reply: z.array(moveInBatch),
});

export const undoMoveIn = endpoint('POST /move-in/batches/:batchId/undo', adminOnly('registrar'), {
  act: 'move_in_undone',
  summary:
    'Take back what a file has moved in; refused (409) with the names of what was written on since',
  reply: moveInBatch,
  alsoRefuses: ['duplicate'],
});
