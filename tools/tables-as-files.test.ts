import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../apps/web/src/features');

/** Files with more tables than downloads, and why. */
const withoutFile: Readonly<Record<string, string>> = {
  'exams/exam/marks-grid.tsx': 'exam-class.tsx has the download above it',
  'exams/student/student-exams.page.tsx': 'results of one student, printed as a result sheet',
  'library/book-table.tsx': 'the lists that place it have the downloads',
  'library/reader/own-books.tsx': 'a person’s own few',
  'library/reader/reader-library.page.tsx': 'the catalogue, whose file is for the desk',
  'people/list/people-records.tsx': 'the lists of students and teachers give it their downloads',
  'performance/grading/grading-scale-card.tsx': 'a setting',
  'performance/student/student-performance.tsx':
    'figures of one student, printed as a result sheet',
  'subjects/closing/closing-report.tsx':
    'a preview; once the term is closed, the page of the next one has its subjects as a file',
  'system/system.page.tsx': 'the state of the server, which has a report of its own',
};

const table =
  /<(?:RecordTable|PagedTable|SearchedTable|DataTable|BookTable|PagedBookTable|PeopleRecords)\b/g;
const countIn = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

test('every table on a screen has a download, or says why not', () => {
  const missing = globSync('**/*.tsx', { cwd: source, exclude: ['**/*.test.tsx'] }).filter(
    (file) => {
      const text = readFileSync(join(source, file), 'utf8');
      return countIn(text, table) > countIn(text, /<DownloadMenu\b/g);
    },
  );
  expect(missing.toSorted()).toEqual(Object.keys(withoutFile).toSorted());
});
