import { asDay } from '@campus/contract/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  removeSentMarks,
  saveUnsentMarks,
  readUnsentMarks,
} from '../../../../lib/marking/store.ts';
import type { UnsentMarks } from '../../../../lib/marking/marking.ts';
import type { Mark, Roll } from '../attendance-marks.ts';
import { unsentMarksKey } from './submission-queue.ts';

const classDay = { subjectId: '7', sectionId: null, date: asDay('2026-11-20') };
const kept = unsentMarksKey('meera@example.edu', classDay);

const nothing: UnsentMarks<Roll> = { marks: new Map(), since: null };
const mark = fc.record({ present: fc.boolean(), remarks: fc.constantFrom('', 'Late') });
const marks = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), mark);
const unsent = (given: Record<string, Mark>): UnsentMarks<Roll> => ({
  marks: new Map(Object.entries(given)),
  since: '"1"',
});

beforeEach(() => localStorage.clear());

describe('marks kept on the device', () => {
  it('are combined when two tabs have kept some without knowing of each other', () => {
    fc.assert(
      fc.property(marks, marks, (one, other) => {
        localStorage.clear();
        saveUnsentMarks(kept, nothing, unsent(one));
        saveUnsentMarks(kept, nothing, unsent(other));
        const found = readUnsentMarks(kept);
        expect(Object.fromEntries(found.marks)).toEqual({ ...one, ...other });
        expect(found.since).toBe(found.marks.size > 0 ? '"1"' : null);
      }),
    );
  });

  it('are the same as in the tab when only one is open', () => {
    fc.assert(
      fc.property(fc.array(marks), (states) => {
        localStorage.clear();
        let before = nothing;
        for (const state of states.map(unsent)) {
          saveUnsentMarks(kept, before, state);
          before = state;
          expect(readUnsentMarks(kept).marks).toEqual(state.marks);
        }
      }),
    );
  });

  it('are deleted once sent, and kept if they have changed since', () => {
    const late = { present: true, remarks: 'Late' };
    saveUnsentMarks(kept, nothing, unsent({ a: late, b: late, c: late, d: late }));
    removeSentMarks(
      kept,
      [
        { studentEmail: 'a', present: true, remarks: 'Late' },
        { studentEmail: 'b', present: false, remarks: 'Late' },
      ],
      ['c'],
    );
    expect([...readUnsentMarks(kept).marks.keys()]).toEqual(['b', 'd']);
  });

  it('belong to one person', () => {
    saveUnsentMarks(kept, nothing, unsent({ a: { present: true, remarks: '' } }));
    expect(readUnsentMarks(unsentMarksKey('ruth@example.edu', classDay)).marks.size).toBe(0);
  });
});
