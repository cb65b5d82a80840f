import { around, type Bench, type Finding } from './bench.ts';
import { benchExamMarks } from './exam-marks.ts';
import { measureRead, type Read } from './read.ts';
import { draftOf, examId, publishedExams } from '../data/exams.ts';

const examsOf = (bench: Bench): Read[] => [
  {
    what: 'Class grid of an exam, 200 students',
    statements: 3,
    requestsOf: (connection) => {
      const { subjects, token } = around(bench.teachers, connection);
      return subjects
        .flatMap((subject) => [
          ...Array.from({ length: publishedExams }, (_, number) => examId(subject, number)),
          draftOf(subject),
        ])
        .map((id) => ({ path: `/api/exams/${id}`, limitPath: `/grid/${id}`, token }));
    },
  },
  {
    what: `A student’s results: 20 subjects, ${publishedExams} exams each`,
    statements: 2,
    requestsOf: (connection) => {
      const { email, token, id } = around(bench.students, connection);
      return [{ path: `/api/students/${email}/exam-results`, limitPath: `/results/${id}`, token }];
    },
  },
];

/** Searches of the catalogue; each connection has its own, spread over the books. */
const searchesOf = ({ books, students }: Bench): Read[] => {
  const search = (what: string, words: (connection: number) => string, page = 1): Read => ({
    what: `Catalogue of 200,000 books: ${what}`,
    statements: 3,
    requestsOf: (connection) => {
      const asked = encodeURIComponent(words(connection));
      const { token } = around(students, connection);
      const path = `/api/library/books?search=${asked}&limit=50&page=${page}`;
      return [{ path, limitPath: `/books/${page}/${asked}`, token }];
    },
  });
  const book = (connection: number) => around(books, connection * 4999);
  return [
    search('without a search', () => ''),
    search('without a search, page 400', () => '', 400),
    search('a word of 90,000 titles', () => 'introduction'),
    search('the same, page 40', () => 'introduction', 40),
    search('a title', (connection) => book(connection).title),
    search('an author', (connection) => book(connection).author),
    search('an ISBN', (connection) => book(connection).isbn),
    search('a word that no book has', (connection) => `xylograph${connection}`),
  ];
};

/** What was added beside attendance: exams and the library. */
export const benchRooms = async (bench: Bench): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const read of examsOf(bench)) findings.push(await measureRead(bench, read));
  findings.push(await benchExamMarks(bench));
  for (const read of searchesOf(bench)) findings.push(await measureRead(bench, read));
  return findings;
};
