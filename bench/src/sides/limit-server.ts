// The limit: a bare HTTP server on a pool as large as that of Campus. It checks nothing and knows
// nobody: whatever a server does beyond this is what Campus costs.
//   GET  /roster/<subject>/<day>         the same bytes from the same single prepared statement
//   POST /marks/<subject>/<day>/<turn>   the same statements in one transaction; the marks are in
//                                        memory already, so that only the database works
import { createServer, type ServerResponse } from 'node:http';
import { createDb } from '@campus/server/src/db/database.ts';
import { inTransaction } from '@campus/server/src/db/transaction.ts';
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

const answer = async (url: string, response: ServerResponse): Promise<void> => {
  const [, kind, subject = '', date = '', turn = ''] = url.split('/');
  const text = kind === 'roster' ? await roster(subject, date) : await submit(subject, date, turn);
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
