import { addDays, isWeekday } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoAccounts, generateDemo } from './generate.ts';

const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays(asDay('2025-01-01'), days));

describe('the demo campus, whatever day it is loaded', () => {
  test('is the same every time', () => {
    expect(generateDemo(asDay('2026-11-20'))).toEqual(generateDemo(asDay('2026-11-20')));
  });

  test('has a teacher with at least 3 subjects of 50 students, marked on every past weekday', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const demo = generateDemo(today);
        expect(demo.term.startsOn <= addDays(today, -60)).toBe(true);
        expect(demo.term.endsOn > today).toBe(true);
        const taught = demo.subjects.filter(
          ({ teacherEmail }) => teacherEmail === demoAccounts.teacher,
        );
        expect(taught.length).toBeGreaterThanOrEqual(3);
        const pastWeekdays: string[] = [];
        for (let day = demo.term.startsOn; day < today; day = addDays(day, 1))
          if (isWeekday(day)) pastWeekdays.push(day);
        for (const { code } of taught) {
          const sessions = demo.sessions.filter(({ subjectCode }) => subjectCode === code);
          expect(sessions.map(({ date }) => date)).toEqual(pastWeekdays);
          for (const { marks } of sessions) expect(marks.length).toBeGreaterThanOrEqual(50);
        }
      }),
      { numRuns: 20 },
    );
  });

  test('has a student in all of them with at least 20 marks of both kinds', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const demo = generateDemo(today);
        const taught = demo.subjects
          .filter(({ teacherEmail }) => teacherEmail === demoAccounts.teacher)
          .map(({ code }) => code);
        const marks = demo.sessions
          .filter(({ subjectCode }) => taught.includes(subjectCode))
          .flatMap(({ marks: all }) =>
            all.filter(({ studentEmail }) => studentEmail === demoAccounts.student),
          );
        expect(marks.length).toBe(
          demo.sessions.filter(({ subjectCode }) => taught.includes(subjectCode)).length,
        );
        expect(marks.filter(({ present }) => present).length).toBeGreaterThanOrEqual(20);
        expect(marks.filter(({ present }) => !present).length).toBeGreaterThanOrEqual(20);
      }),
      { numRuns: 20 },
    );
  });

  test('gives everybody an e-mail address and every student a roll number of their own', () => {
    const { admin, teachers, students } = generateDemo(asDay('2026-11-20'), 12_000);
    expect(students).toHaveLength(12_000);
    const emails = [admin, ...teachers, ...students].map(({ email }) => email);
    expect(new Set(emails).size).toBe(emails.length);
    expect(new Set(students.map(({ rollNo }) => rollNo)).size).toBe(students.length);
    for (const email of emails) expect(email).toMatch(/^[a-z.]+\d*@example\.edu$/);
  });
});
