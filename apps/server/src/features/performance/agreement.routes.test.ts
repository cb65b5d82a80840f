import {
  gradeOf,
  type MonthlyMarks,
  type ResultSheet,
  type SchoolPerformance,
  percentOf,
  type StudentScore,
  sumOfResults,
} from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeExam } from '../../testing/exams.ts';
import type { Person } from '../../testing/make.ts';
import { testCampus, type TestCampus } from '../../testing/test-campus.ts';

/** Whatever the marks, all calls agree about them. */

let campus: TestCampus;
let admin: Person;
let teacher: Person;
let students: Person[];
let term: { id: string };

beforeAll(async () => {
  campus = await testCampus();
  const { make } = campus;
  admin = await make.admin();
  teacher = await make.teacher();
  students = [await make.student(), await make.student(), await make.student()];
  term = await make.term();
});
afterAll(() => campus.close());

const exam = fc.integer({ min: 1, max: 1000 }).chain((maxMarks) =>
  fc.record({
    subject: fc.integer({ min: 0, max: 1 }),
    month: fc.integer({ min: 1, max: 3 }),
    maxMarks: fc.constant(maxMarks),
    published: fc.boolean(),
    results: fc.array(
      fc.option(fc.oneof(fc.integer({ min: 0, max: maxMarks }), fc.constant('absent' as const))),
      { minLength: 3, maxLength: 3 },
    ),
  }),
);

const rules = [
  { absentCountsZero: true, numRuns: 10 },
  { absentCountsZero: false, numRuns: 15 },
];

test.each(rules)(
  'the school’s figures, the list, monthly marks and result sheets agree with the marks, where a missed exam counts 0: $absentCountsZero',
  async ({ absentCountsZero, numRuns }) => {
    await campus.as(admin).patch('/api/settings', { absentCountsZero });
    await fc.assert(
      fc.asyncProperty(fc.array(exam, { minLength: 1, maxLength: 8 }), async (exams) => {
        const subjects = [
          await campus.make.subject({ term_id: term.id, teacher_id: teacher.id }, students),
          await campus.make.subject({ term_id: term.id, teacher_id: teacher.id }, students),
        ];
        for (const { subject, month, maxMarks, published, results } of exams)
          await makeExam(campus, {
            subject: subjects[subject]?.id ?? '',
            on: asDay(`2026-0${month}-10`),
            maxMarks,
            published,
            results: students.flatMap((student, index) => {
              const result = results[index] ?? null;
              return result === null ? [] : [[student, result] as const];
            }),
          });
        const caller = campus.as(admin);
        const list = await caller.get<StudentScore[]>('/api/performance/students');
        for (const [index, student] of students.entries()) {
          const counted = exams.flatMap(({ published, results, maxMarks }) => {
            const marks = results[index];
            if (!published) return [];
            if (marks === 'absent') return absentCountsZero ? [{ marks: 0, maxMarks }] : [];
            return typeof marks === 'number' ? [{ marks, maxMarks }] : [];
          });
          const sum = sumOfResults(counted);
          const score = percentOf(sum);
          const path = `/api/performance/student/${student.email}`;
          const monthly = (await caller.get<MonthlyMarks>(path)).body;
          const sheet = (await caller.get<ResultSheet>(`${path}/terms/${term.id}`)).body;
          expect(monthly).toMatchObject({ total: sum.marks, maxMarks: sum.maxMarks, score });
          expect(sumOfResults(monthly.months)).toEqual(sum);
          expect(sheet).toMatchObject({ ...sum, score, term: { absentCountsZero } });
          expect(sheet.allTerms).toMatchObject({ ...sum, score });
          expect(sumOfResults(sheet.subjects)).toEqual(sum);
          const listed = list.body.find(({ studentId }) => studentId === student.id);
          expect(listed?.score ?? null).toBe(score);
          for (const { percent, letter, points } of sheet.subjects) {
            const grade = percent === null ? null : gradeOf(sheet.gradingScale, percent);
            expect([letter, points]).toEqual([grade?.letter ?? null, grade?.points ?? null]);
          }
        }
        const school = (await caller.get<SchoolPerformance>('/api/performance')).body;
        expect(school.totalStudents).toBe(list.body.length);
        const tenths = list.body.reduce((total, { score }) => total + Math.round(score * 10), 0);
        if (list.body.length > 0)
          expect(school.averageScore).toBe(Math.round(tenths / list.body.length) / 10);
        expect(school.distribution.reduce((total, step) => total + step)).toBe(list.body.length);
        // The next run begins without results.
        await campus.database.pool.query('delete from exam_results; delete from exams');
      }),
      { numRuns },
    );
  },
);
