import { addDays, type IsoDate, percentOf, sumOfResults } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateExams } from './exams.ts';
import { demoAccounts, generateDemo } from './generate.ts';

const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays(asDay('2025-01-01'), days));
const onAnyDay = (
  look: (exams: ReturnType<typeof generateExams>[number][], today: IsoDate) => void,
): void =>
  fc.assert(
    fc.property(anyDay, (today) => look(generateExams(generateDemo(today), today), today)),
    { numRuns: 10 },
  );

interface Result {
  readonly studentEmail: string;
  readonly subjectCode: string;
  readonly heldOn: string;
  readonly marks: number | null;
  readonly maxMarks: number;
}
const publishedOf = (exams: readonly ReturnType<typeof generateExams>[number][]): Result[] =>
  exams
    .filter(({ published }) => published)
    .flatMap(({ results, ...exam }) => results.map((result) => ({ ...exam, ...result })));
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe('the exams of the demo campus, whatever day it is loaded', () => {
  test('give exactly 100 students marks, and an average score of 85 however it is calculated', () => {
    onAnyDay((exams) => {
      const results = publishedOf(exams);
      const byStudent = Map.groupBy(
        results.filter(({ marks }) => marks !== null),
        ({ studentEmail }) => studentEmail,
      );
      expect(byStudent.size).toBe(100);
      const drafts = exams.filter(({ published }) => !published);
      for (const { results: all } of drafts)
        for (const { studentEmail, marks } of all)
          expect(marks === null || byStudent.has(studentEmail)).toBe(true);
      const averages = [...byStudent.values()].map((own) => percentOf(sumOfResults(own)) ?? 0);
      const each = results.flatMap(({ marks, maxMarks }) =>
        marks === null ? [] : [(100 * marks) / maxMarks],
      );
      expect(Math.round(mean(averages))).toBe(85);
      expect(Math.round(mean(each))).toBe(85);
      expect(Math.round(percentOf(sumOfResults(results)) ?? 0)).toBe(85);
    });
  });

  test('give the student Math 80, Science 75, English 90, History 85, and 520 marks in all', () => {
    onAnyDay((exams) => {
      const own = publishedOf(exams).filter(
        ({ studentEmail }) => studentEmail === demoAccounts.student,
      );
      const percents = Map.groupBy(own, ({ subjectCode }) => subjectCode);
      const percent = (code: string) => percentOf(sumOfResults(percents.get(code) ?? []));
      expect(['MA101', 'SC101', 'EN101', 'HI101'].map(percent)).toEqual([80, 75, 90, 85]);
      expect(percent('CS201')).toBeNull();
      expect(percents.size).toBe(5);
      expect(sumOfResults(own).marks).toBe(520);
      expect(new Set(own.map(({ heldOn }) => heldOn.slice(0, 7))).size).toBeGreaterThanOrEqual(3);
    });
  });

  test('were held on weekdays of the term; published ones were at least a week ago', () => {
    onAnyDay((exams, today) => {
      const { term } = generateDemo(today);
      for (const { heldOn, published, results, maxMarks } of exams) {
        expect(heldOn >= term.startsOn && heldOn <= term.endsOn).toBe(true);
        expect([0, 6]).not.toContain(new Date(`${heldOn}T00:00:00Z`).getUTCDay());
        if (published) expect(addDays(heldOn, 7) < today).toBe(true);
        if (heldOn > today) expect(results).toEqual([]);
        for (const { marks } of results)
          expect(marks === null || (marks >= 0 && marks <= maxMarks)).toBe(true);
      }
    });
  });
});
