import { type Bench, cyclic, type Finding, type Ready } from './bench.ts';
import { benchExamMarks } from './exam-marks.ts';
import { measureRead, type Read } from './read.ts';
import type { Book } from '../data/books.ts';
import { draftOf, examId, publishedExams } from '../data/exams.ts';

/** Measured on Campus's own schema: what its server adds to its statements. */
const own = { ratio: 0.7, ownStatements: true } as const;

const exams: readonly ((bench: Bench) => Read)[] = [
  (bench) => ({
    what: 'Class grid of an exam, 200 students',
    statements: 3,
    ...own,
    requestsOf: (connection) => {
      const { subjects, token } = cyclic(bench.teachers, connection);
      return subjects
        .flatMap((subject) => [
          ...Array.from({ length: publishedExams }, (_, number) => examId(subject, number)),
          draftOf(subject),
        ])
        .map((id) => ({ path: `/api/exams/${id}`, limitPath: `/grid/${id}`, token }));
    },
  }),
  (bench) => ({
    what: `A student’s results: 20 subjects, ${publishedExams} exams each`,
    statements: 2,
    ...own,
    requestsOf: (connection) => {
      const { email, token, id } = cyclic(bench.students, connection);
      return [{ path: `/api/students/${email}/exam-results`, limitPath: `/results/${id}`, token }];
    },
  }),
];

/** Searches of the catalogue; each connection has its own, spread over the books. */
const search =
  (what: string, words: (connection: number, books: readonly Book[]) => string, page = 1) =>
  ({ books, students }: Bench): Read => ({
    what: `Catalogue of 200,000 books: ${what}`,
    statements: 3,
    ...own,
    requestsOf: (connection) => {
      const asked = encodeURIComponent(words(connection, books));
      const { token } = cyclic(students, connection);
      const path = `/api/library/books?search=${asked}&limit=50&page=${page}`;
      return [{ path, limitPath: `/books/${page}/${asked}`, token }];
    },
  });

const bookOf = (connection: number, books: readonly Book[]): Book =>
  cyclic(books, connection * 4999);

const searches: readonly ((bench: Bench) => Read)[] = [
  search('without a search', () => ''),
  search('without a search, page 400', () => '', 400),
  search('a word of 90,000 titles', () => 'introduction'),
  search('the same, page 40', () => 'introduction', 40),
  search('a title', (connection, books) => bookOf(connection, books).title),
  search('an author', (connection, books) => bookOf(connection, books).author),
  search('an ISBN', (connection, books) => bookOf(connection, books).isbn),
  search('a word that no book has', (connection) => `xylograph${connection}`),
];

export const benchExamsAndLibrary = async (ready: Ready): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const readOf of exams) findings.push(...(await measureRead(ready, readOf)));
  for (const bench of await ready()) findings.push(await benchExamMarks(bench));
  for (const readOf of searches) findings.push(...(await measureRead(ready, readOf)));
  return findings;
};
