// The limit: a bare HTTP server on a pool as large as that of Campus. It checks nothing and knows
// nobody: whatever a server does beyond this is what Campus costs.
//   GET  /roster/<subject>/<day>         the same bytes from the same single prepared statement
//   GET  /records/<student>, /summary/<student>, /stats/<subject>, /day/<day>   likewise
//   POST /marks/<subject>/<day>/<turn>   the same statements in one transaction; the marks are in
//                                        memory already, so that only the database works
import { createServer, type ServerResponse } from 'node:http';
import { createDb } from '@campus/server/src/db/database.ts';
import { inTransaction } from '@campus/server/src/db/transaction.ts';
import { percentagePresent } from '@campus/contract';
import { classesOfDay } from '@campus/server/src/features/attendance/day-overview.queries.ts';
import {
  readRecords,
  studentCounts,
  subjectCounts,
} from '@campus/server/src/features/attendance/records.queries.ts';
import { readRoster } from '@campus/server/src/features/attendance/roster.queries.ts';
import {
  openClass,
  type SentMarks,
  storeMarks,
} from '@campus/server/src/features/attendance/submission.queries.ts';
import { isPresent } from '../data/marks.ts';

const { pool } = createDb({ connectionString: process.env['DATABASE_URL'] ?? '' });

const { rows: classes } = await pool.query<{ subject: string; teacher: string; emails: string[] }>(
  `select subject_id as subject, teacher_id as teacher, array_agg(email order by enrolments.id) as emails
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
const prepared = new Map(
  classes.map(({ subject, teacher, emails }) => [
    subject,
    { teacher, marks: [marksOf(emails, 0), marksOf(emails, 1)] as const },
  ]),
);

const roster = async (subject: string, date: string): Promise<string> => {
  const found = await readRoster(pool, subject, date);
  return found?.entries ?? '[]';
};

const submit = async (subject: string, date: string, turn: string): Promise<string> => {
  const known = prepared.get(subject);
  if (!known) throw new Error(`There is no subject ${subject}.`);
  const stored = await inTransaction(pool, async (tx) => {
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
const { rows: terms } = await pool.query<{
  id: string;
  name: string;
  startsOn: string;
  endsOn: string;
}>(`select id::text, name, starts_on as "startsOn", ends_on as "endsOn" from terms where is_open`);

const summary = async (student: string): Promise<string> => {
  const { present, marks, startDate, endDate } = await studentCounts(pool, student);
  return JSON.stringify({
    overallPercentage: percentagePresent(present, marks),
    startDate,
    endDate,
  });
};

const stats = async (subject: string): Promise<string> => {
  const counts = await subjectCounts(pool, subject);
  return JSON.stringify({
    totalClasses: counts?.classes,
    attendancePercentage: percentagePresent(counts?.present ?? 0, counts?.marks ?? 0),
  });
};

const day = async (date: string): Promise<string> => {
  const [term] = terms;
  return JSON.stringify({ date, term, classes: await classesOfDay(pool, term?.id ?? '', date) });
};

const answers: Readonly<Record<string, (...parts: string[]) => Promise<string>>> = {
  roster: (subject = '', date = '') => roster(subject, date),
  records: (student = '') => readRecords(pool, student),
  summary: (student = '') => summary(student),
  stats: (subject = '') => stats(subject),
  day: (date = '') => day(date),
  marks: (subject = '', date = '', turn = '') => submit(subject, date, turn),
};

const answer = async (url: string, response: ServerResponse): Promise<void> => {
  const [, kind = '', ...parts] = url.split('/');
  const asked = answers[kind];
  if (!asked) throw new Error(`There is no ${kind}.`);
  const text = await asked(...parts);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
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
  void pool.end();
});
