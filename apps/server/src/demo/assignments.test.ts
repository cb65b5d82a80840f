import { addDays, isPast } from '@campus/contract';
import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateAssignments } from './assignments.ts';
import { demoAccounts, generateDemo } from './generate.ts';

const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays(asDay('2025-01-01'), days));

test('the student of the sign-in page has assignments in every state, whatever day it is', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York'),
      (today, zone) => {
        const all = generateAssignments(generateDemo(today), today, zone);
        const now = new Date(`${today}T12:00:00Z`);
        const states = all.map(({ handIns, deadline, acceptLate }) => {
          const own = handIns.find(({ studentEmail }) => studentEmail === demoAccounts.student);
          if (own) return own.marks === null ? 'handed in' : 'returned';
          if (!isPast(deadline, now)) return 'open';
          return acceptLate ? 'overdue' : 'missed';
        });
        expect(states).toEqual(['returned', 'missed', 'overdue', 'open', 'handed in', 'open']);
        for (const { handIns, deadline, createdAt } of all)
          for (const { handedInAt } of handIns) {
            expect(handedInAt < deadline).toBe(true);
            expect(handedInAt > createdAt).toBe(true);
          }
      },
    ),
    { numRuns: 10 },
  );
});
