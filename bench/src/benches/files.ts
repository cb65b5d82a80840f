import assert from 'node:assert/strict';
import { csvLine, type MoveInReport } from '@campus/contract';
import { secondsOf, upload } from '../measure/files.ts';
import { type Bench, type Finding, shown } from './bench.ts';

/** For 100,000 rows. */
const required = { dryRunSeconds: 10, xlsxSeconds: 5 } as const;
const rows = 100_000;

/** `count` enrolments of students in subjects they do not take yet. */
const newEnrolments = ({ subjects, students }: Bench['data'], count: number): string[] => {
  const lines: string[] = [];
  for (const { code, students: enrolled } of subjects) {
    const there = new Set(enrolled.map(({ id }) => id));
    for (const { id, email } of students) {
      if (lines.length === count) return lines;
      if (!there.has(id)) lines.push(csvLine([email, code]));
    }
  }
  return lines;
};

const finding = (what: string, seconds: number, most: number): Finding => ({
  what,
  campus: `${shown(seconds)} s`,
  required: `at most ${most} s`,
  passed: seconds <= most,
});

/** Times a dry run of, and a download with, a hundred thousand rows. */
export const benchFiles = async ({
  campus,
  adminToken,
  data,
  books,
}: Bench): Promise<Finding[]> => {
  const content = [csvLine(['Email', 'Subject']), ...newEnrolments(data, rows)].join('');
  const dryRun = await secondsOf(async () => {
    const address = `${campus.origin}/api/move-in/enrolments?dryRun=true`;
    const { create, problemRows } = await upload<MoveInReport>(address, adminToken, content);
    assert.deepEqual([create, problemRows], [rows, 0]);
  });
  const hundredThousands = books.length / rows;
  const seconds = await secondsOf(async () => {
    const file = await fetch(`${campus.origin}/api/library/books/export?format=xlsx`, {
      headers: { authorization: `Bearer ${adminToken}` },
    });
    const { byteLength } = await file.arrayBuffer();
    assert(file.status === 200 && byteLength > 1_000_000);
  });
  return [
    finding(`Dry run of ${shown(rows)} new enrolments`, dryRun, required.dryRunSeconds),
    finding(
      `XLSX of ${shown(hundredThousands * rows)} books, per ${shown(rows)} rows`,
      seconds / hundredThousands,
      required.xlsxSeconds,
    ),
  ];
};
