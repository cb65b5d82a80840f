// Campus's own statements behind a bare server with a pool of the same size: shows the cost of its server,
// not of its schema. It checks nothing and has no authentication.
// GET /grid/<exam>, /results/<student>, /books/<page>/<search>
// POST /exam/<exam>/<turn>: the marks are in memory already, so that only the database works.
import { createDb } from '@campus/server/src/db/database.ts';
import { text, texts } from '@campus/server/src/db/db.ts';
import { inTransaction } from '@campus/server/src/db/transaction.ts';
import { catalogue, dayIn } from '@campus/contract';
import { readClass } from '@campus/server/src/features/exams/entries.queries.ts';
import { lockExam } from '@campus/server/src/features/exams/exam-record.queries.ts';
import { managedExamById } from '@campus/server/src/features/exams/exams.queries.ts';
import {
  type SentResults,
  storeResults,
} from '@campus/server/src/features/exams/results.queries.ts';
import { publishedResultsOf } from '@campus/server/src/features/exams/student-results.queries.ts';
import { byTerm } from '@campus/server/src/features/exams/student-results.service.ts';
import { countBooks, listBooks } from '@campus/server/src/features/library/books.queries.ts';
import { marksAt } from '../data/exams.ts';
import { serve } from './bare.ts';

const db = createDb({ connectionString: process.env['DATABASE_URL'] ?? '' });

const classes = await db.rows(
  { subject: text, teacher: text, ids: texts },
  `select subject_id as subject, teacher_id as teacher,
     array_agg(student_id::text order by enrolments.id) as ids
   from enrolments join subjects on subjects.id = subject_id
   group by subject_id, teacher_id`,
);
const resultsAt = (ids: readonly string[], turn: number): SentResults => ({
  studentIds: ids,
  marks: ids.map((_, index) => marksAt(index, turn)),
  absent: ids.map(() => false),
});
const prepared = new Map(
  classes.map(({ subject, teacher, ids }) => [
    subject,
    {
      teacher,
      results: [resultsAt(ids, 0), resultsAt(ids, 1)] as const,
    },
  ]),
);
const classOf = (subject: string) => {
  const known = prepared.get(subject);
  if (!known) throw new Error(`There is no subject ${subject}.`);
  return known;
};

const grid = async (exam: string): Promise<string> => {
  const [kept, found] = await Promise.all([
    managedExamById(db, exam, null),
    readClass(db, exam, null),
  ]);
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
  // If this is the last page, the total follows from it.
  const isLast = found.length < limit && (found.length > 0 || skip === 0);
  if (!isLast) await countBooks(db, choice);
  return JSON.stringify(found);
};

serve(
  {
    grid: ([exam = '']) => grid(exam),
    results: async ([student = '']) =>
      JSON.stringify(byTerm(await publishedResultsOf(db, student))),
    books: ([page = '', search = '']) => books(page, search),
    exam: ([exam = '', turn = '']) => saveExam(exam, turn),
  },
  () => db.close(),
);
