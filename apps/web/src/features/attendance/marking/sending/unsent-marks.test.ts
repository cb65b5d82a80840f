import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Mark, UnsentMarks } from '../marking.ts';
import { forgetSentMarks, keepUnsentMarks, readUnsentMarks } from './unsent-marks.ts';

const person = 'meera@example.edu';
const classDay = { subjectId: '7', date: asDay('2026-11-20') };

const nothing: UnsentMarks = { marks: new Map(), since: null };
const mark = fc.record({ present: fc.boolean(), remarks: fc.constantFrom('', 'Late') });
const marks = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), mark);
const unsent = (given: Record<string, Mark>): UnsentMarks => ({
  marks: new Map(Object.entries(given)),
  since: '"1"',
});

beforeEach(() => localStorage.clear());

describe('marks kept on the device', () => {
  it('of two tabs that have not heard of each other are all there', () => {
    fc.assert(
      fc.property(marks, marks, (one, other) => {
        localStorage.clear();
        keepUnsentMarks(person, classDay, nothing, unsent(one));
        keepUnsentMarks(person, classDay, nothing, unsent(other));
        const kept = readUnsentMarks(person, classDay);
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
          keepUnsentMarks(person, classDay, before, state);
          before = state;
          expect(readUnsentMarks(person, classDay).marks).toEqual(state.marks);
        }
      }),
    );
  });

  it('are forgotten once they were sent as they are, and kept where they have changed', () => {
    const late = { present: true, remarks: 'Late' };
    keepUnsentMarks(person, classDay, nothing, unsent({ a: late, b: late, c: late, d: late }));
    forgetSentMarks(
      person,
      classDay,
      [
        { studentEmail: 'a', present: true, remarks: 'Late' },
        { studentEmail: 'b', present: false, remarks: 'Late' },
      ],
      ['c'],
    );
    expect([...readUnsentMarks(person, classDay).marks.keys()]).toEqual(['b', 'd']);
  });

  it('belong to one person', () => {
    keepUnsentMarks(person, classDay, nothing, unsent({ a: { present: true, remarks: '' } }));
    expect(readUnsentMarks('ruth@example.edu', classDay).marks.size).toBe(0);
  });
});
