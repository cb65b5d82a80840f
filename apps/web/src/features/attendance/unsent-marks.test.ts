import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Mark, Marking } from './marking.ts';
import { keepUnsentMarks, readUnsentMarks, settleUnsentMarks } from './unsent-marks.ts';

const person = 'meera@example.edu';
const klass = { subjectId: '7', date: '2026-11-20' };

type Unsent = Pick<Marking, 'marks' | 'since'>;
const nothing: Unsent = { marks: new Map(), since: null };
const mark = fc.record({ present: fc.boolean(), remarks: fc.constantFrom('', 'Late') });
const marks = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), mark);
const unsent = (given: Record<string, Mark>): Unsent => ({
  marks: new Map(Object.entries(given)),
  since: '"1"',
});

beforeEach(() => localStorage.clear());

describe('marks kept on the device', () => {
  it('of two tabs that have not heard of each other are all there', () => {
    fc.assert(
      fc.property(marks, marks, (one, other) => {
        localStorage.clear();
        keepUnsentMarks(person, klass, nothing, unsent(one));
        keepUnsentMarks(person, klass, nothing, unsent(other));
        const kept = readUnsentMarks(person, klass);
        expect(Object.fromEntries(kept.marks)).toEqual({ ...one, ...other });
        expect(kept.since).toBe(kept.marks.size > 0 ? '"1"' : null);
      }),
    );
  });

  it('are what a tab has when it is alone', () => {
    fc.assert(
      fc.property(fc.array(marks), (states) => {
        localStorage.clear();
        let before = nothing;
        for (const state of states.map(unsent)) {
          keepUnsentMarks(person, klass, before, state);
          before = state;
          expect(readUnsentMarks(person, klass).marks).toEqual(state.marks);
        }
      }),
    );
  });

  it('are forgotten once they were sent as they are, and kept where they have changed', () => {
    const late = { present: true, remarks: 'Late' };
    keepUnsentMarks(person, klass, nothing, unsent({ a: late, b: late, c: late, d: late }));
    settleUnsentMarks(
      person,
      klass,
      [
        { studentEmail: 'a', present: true, remarks: 'Late' },
        { studentEmail: 'b', present: false, remarks: 'Late' },
      ],
      ['c'],
    );
    expect([...readUnsentMarks(person, klass).marks.keys()]).toEqual(['b', 'd']);
  });

  it('belong to one person', () => {
    keepUnsentMarks(person, klass, nothing, unsent({ a: { present: true, remarks: '' } }));
    expect(readUnsentMarks('ruth@example.edu', klass).marks.size).toBe(0);
  });
});
