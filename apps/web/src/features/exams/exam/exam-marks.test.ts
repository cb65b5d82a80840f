import type { ExamEntry } from '@campus/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discard, load, type Marking, restore, submitted } from '../../../lib/marking/marking.ts';
import {
  countMarks,
  type ExamMarks,
  examMarks,
  fillDown,
  unsavedResults,
  enterMarks,
} from './exam-marks.ts';

const entry = (id: number, marks: number | null, absent = false): ExamEntry => ({
  studentId: String(id),
  studentName: `Student ${id}`,
  studentEmail: `s${id}@example.edu`,
  univId: null,
  rollNo: null,
  enrolled: true,
  marks,
  absent,
  markedBy: null,
  markedAt: null,
});
const [ada, ben, cem] = [entry(1, 80), entry(2, null, true), entry(3, null)];
const all = [ada, ben, cem];

const loaded = (etag: string | null, entries: readonly ExamEntry[] = all) => ({ entries, etag });
const begin = (etag: string | null): Marking<ExamMarks> =>
  restore(examMarks, { marks: new Map(), since: null }, loaded(etag));

describe('marks that are typed', () => {
  test('are unsaved as long as they differ from what is stored', () => {
    const typed = enterMarks(begin('"4.x"'), [[ada, '81']]);
    expect(typed).toMatchObject({ marks: new Map([['1', '81']]), since: '"4.x"' });
    const back = enterMarks(load(typed, loaded('"5.y"')), [[ada, ' 80 ']]);
    expect(back).toMatchObject({ marks: new Map(), since: null });
  });

  test('keep the version they were begun on, so that nothing is overwritten silently', () => {
    const first = enterMarks(begin('"4.x"'), [[ada, '81']]);
    expect(enterMarks(load(first, loaded('"9.z"')), [[cem, '5']]).since).toBe('"4.x"');
  });

  test('write absent as A, and clear emptied fields', () => {
    const typed = enterMarks(begin(null), [
      [ada, ''],
      [cem, 'a'],
    ]);
    expect(typed.marks.get('3')).toBe('A');
    expect(unsavedResults(typed, 100)).toEqual({
      results: [
        { studentId: '1', marks: null, absent: false },
        { studentId: '3', marks: null, absent: true },
      ],
      wrong: 0,
      first: -1,
    });
  });

  test('that cannot be read are counted and never sent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), fc.integer({ min: 1, max: 1000 }), (text, max) => {
        const typed = enterMarks(begin(null), [[cem, text]]);
        const { results, wrong } = unsavedResults(typed, max);
        expect(results.length + wrong).toBe(typed.marks.size);
        for (const { marks } of results)
          expect(marks === null || (marks >= 0 && marks <= max)).toBe(true);
        const { marked, absent, missing, wrong: unread } = countMarks(typed, max);
        expect(marked + absent + missing + unread).toBe(all.length);
      }),
    );
  });

  test('are gone once they are stored, and when their students have left', () => {
    const typed = enterMarks(begin('"1"'), [
      [ada, '81'],
      [cem, '7'],
    ]);
    expect(load(typed, loaded('"2"', [entry(1, 81), cem])).marks).toEqual(new Map([['3', '7']]));
    expect(load(typed, loaded('"2"', [entry(1, 81)])).since).toBeNull();
    expect(discard(typed).marks.size).toBe(0);
  });

  test('count as saved however a number is written, and as unsaved if typed meanwhile', () => {
    const typed = enterMarks(begin('"1"'), [
      [ada, '081'],
      [ben, '70.0'],
      [cem, '7'],
    ]);
    const { results } = unsavedResults(typed, 100);
    const later = submitted(enterMarks(typed, [[cem, '8']]), results, []);
    expect(later.marks).toEqual(new Map([['3', '8']]));
    expect(later.entries.map(examMarks.storedMark)).toEqual(['81', '70', '7']);
    expect(load(later, loaded('"2"', later.entries)).since).toBe('"2"');
  });
});

test('a pasted column fills the rows below, as far as they go', () => {
  expect(fillDown(all, 1, ['1', '2', '3'])).toEqual([
    [ben, '1'],
    [cem, '2'],
  ]);
});

test('the counts give marks, absent and missing', () => {
  expect(countMarks(begin(null), 100)).toEqual({ marked: 1, absent: 1, missing: 1, wrong: 0 });
  expect(all.map(examMarks.storedMark)).toEqual(['80', 'A', '']);
});
