// The limit: a bare HTTP server on a pool as large as that of Campus. It checks nothing and knows
// nobody: whatever a server does beyond this is what Campus costs.
//   GET  /roster/<subject>/<day>         the same bytes from the same single prepared statement
//   GET  /records/<student>, /summary/<student>, /stats/<subject>, /day/<day>   likewise
//   GET  /grid/<exam>, /results/<student>, /books/<page>/<search>               likewise
//   POST /marks/<subject>/<day>/<turn>   the same statements in one transaction; the marks are in
//                                        memory already, so that only the database works
//   POST /exam/<exam>/<turn>             likewise
import { createServer, type ServerResponse } from 'node:http';
import { createDb } from '@campus/server/src/db/database.ts';
import { day, text, texts } from '@campus/server/src/db/db.ts';
import { inTransaction } from '@campus/server/src/db/transaction.ts';
import { catalogue, dayIn, type IsoDate, isoDate, percentagePresent } from '@campus/contract';
import { classesOfDay } from '@campus/server/src/features/attendance/day-overview.queries.ts';
import {
  readRecords,
  studentsCounts,
  subjectsCounts,
} from '@campus/server/src/features/attendance/records.queries.ts';
import { readRoster } from '@campus/server/src/features/attendance/roster.queries.ts';
import {
  openClass,
  type SentMarks,
  storeMarks,
} from '@campus/server/src/features/attendance/submission.queries.ts';
import { readClass } from '@campus/server/src/features/exams/entries.queries.ts';
import { lockExam } from '@campus/server/src/features/exams/exam-record.queries.ts';
import { managedExamById } from '@campus/server/src/features/exams/exams.queries.ts';
import {
  type SentResults,
  storeResults,
} from '@campus/server/src/features/exams/results.queries.ts';
import { publishedResultsOf } from '@campus/server/src/features/exams/student-results.queries.ts';
import { byTerm } from '@campus/server/src/features/exams/student-results.service.ts';
import {
  countBooks,
  listBooks,
  totalKnownFrom,
} from '@campus/server/src/features/library/books.queries.ts';
import { marksAt } from '../data/exams.ts';
import { isPresent } from '../data/marks.ts';

const db = createDb({ connectionString: process.env['DATABASE_URL'] ?? '' });

const classes = await db.rows(
  { subject: text, teacher: text, emails: texts, ids: texts },
  `select subject_id as subject, teacher_id as teacher, array_agg(email order by enrolments.id) as emails,
     array_agg(people.id::text order by enrolments.id) as ids
   from enrolments
   join subjects on subjects.id = subject_id
   join people on people.id = student_id
   group by subject_id, teacher_id`,
);
const marksOf = (emails: readonly string[], turn: number): SentMarks => ({
  emails,
  present: emails.map((_, index) => isPresent(index, turn)),
  remarks: emails.map(() => null),
});
const resultsAt = (ids: readonly string[], turn: number): SentResults => ({
  studentIds: ids,
  marks: ids.map((_, index) => marksAt(index, turn)),
  absent: ids.map(() => false),
});
const prepared = new Map(
  classes.map(({ subject, teacher, emails, ids }) => [
    subject,
    {
      teacher,
      marks: [marksOf(emails, 0), marksOf(emails, 1)] as const,
      results: [resultsAt(ids, 0), resultsAt(ids, 1)] as const,
    },
  ]),
);
const classOf = (subject: string) => {
  const known = prepared.get(subject);
  if (!known) throw new Error(`There is no subject ${subject}.`);
  return known;
};

const roster = async (subject: string, date: IsoDate): Promise<string> => {
  const found = await readRoster(db, subject, date);
  return found?.entries ?? '[]';
};

const submit = async (subject: string, date: IsoDate, turn: string): Promise<string> => {
  const known = classOf(subject);
  const stored = await inTransaction(db, async (tx) => {
    const opened = await openClass(tx, subject, date);
    if (!opened) throw new Error(`There is no subject ${subject}.`);
    return storeMarks(
      tx,
      { subjectId: subject, sessionId: opened.sessionId, date },
      known.marks[turn === '1' ? 1 : 0],
      { actorId: known.teacher, correction: false },
    );
  });
  return JSON.stringify(stored);
};

/** The term that everything measured happens in. */
const terms = await db.rows(
  { id: text, name: text, startsOn: day, endsOn: day },
  `select id::text, name, starts_on as "startsOn", ends_on as "endsOn" from terms where is_open`,
);

const summary = async (student: string): Promise<string> => {
  const [counts] = await studentsCounts(db, [student]);
  return JSON.stringify({
    overallPercentage: percentagePresent(counts?.present ?? 0, counts?.marks ?? 0),
    startDate: counts?.startDate,
    endDate: counts?.endDate,
  });
};

const stats = async (subject: string): Promise<string> => {
  const [counts] = await subjectsCounts(db, [subject]);
  return JSON.stringify({
    totalClasses: counts?.classes,
    attendancePercentage: percentagePresent(counts?.present ?? 0, counts?.marks ?? 0),
  });
};

const dayOverview = async (date: IsoDate): Promise<string> => {
  const [term] = terms;
  return JSON.stringify({ date, term, classes: await classesOfDay(db, term?.id ?? '', date) });
};

const grid = async (exam: string): Promise<string> => {
  const [kept, found] = await Promise.all([managedExamById(db, exam), readClass(db, exam)]);
  return `{"exam":${JSON.stringify(kept?.exam)},"entries":${found?.entries ?? '[]'}}`;
};

const saveExam = async (exam: string, turn: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    const held = await lockExam(tx, exam);
    if (!held) throw new Error(`There is no exam ${exam}.`);
    const known = classOf(held.subjectId);
    const sent = known.results[turn === '1' ? 1 : 0];
    const { changed } = await storeResults(tx, exam, sent, known.teacher);
    return JSON.stringify({ saved: sent.studentIds.length, changed });
  });

const limit = catalogue.pageSize;
const today = dayIn('UTC', new Date());

const books = async (page: string, search: string): Promise<string> => {
  const choice = { search: decodeURIComponent(search) || undefined, show: 'current' } as const;
  const skip = (Number(page) - 1) * limit;
  const found = await listBooks(db, choice, { limit, skip, after: undefined, today });
  if (totalKnownFrom(found.length, { skip, limit }) === undefined) await countBooks(db, choice);
  return JSON.stringify(found);
};

const dated = isoDate();
const answers: Readonly<Record<string, (...parts: string[]) => Promise<string>>> = {
  roster: (subject = '', date = '') => roster(subject, dated.parse(date)),
  records: (student = '') => readRecords(db, student),
  summary: (student = '') => summary(student),
  stats: (subject = '') => stats(subject),
  day: (date = '') => dayOverview(dated.parse(date)),
  grid: (exam = '') => grid(exam),
  results: async (student = '') => JSON.stringify(byTerm(await publishedResultsOf(db, student))),
  books: (page = '', search = '') => books(page, search),
  exam: (exam = '', turn = '') => saveExam(exam, turn),
  marks: (subject = '', date = '', turn = '') => submit(subject, dated.parse(date), turn),
};

const answer = async (url: string, response: ServerResponse): Promise<void> => {
  const [, kind = '', ...parts] = url.split('/');
  const asked = answers[kind];
  if (!asked) throw new Error(`There is no ${kind}.`);
  const answered = await asked(...parts);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(answered),
  });
  response.end(answered);
};

const server = createServer((request, response) => {
  answer(request.url ?? '', response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
server.listen(Number(process.env['PORT']), process.env['HOST'], () => {
  console.log('The limit is ready.');
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void db.close();
});
