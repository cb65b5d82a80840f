import type { ExamEntry } from '@campus/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countMarks,
  effective,
  emptyDraft,
  fillDown,
  sentResults,
  storedText,
  typeInto,
  without,
} from './marks-draft.ts';

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

describe('marks that are typed', () => {
  test('are unsaved as long as they differ from what is stored', () => {
    const typed = typeInto(emptyDraft, [[ada, '81']], '"4.x"');
    expect(typed).toEqual({ texts: new Map([['1', '81']]), since: '"4.x"' });
    expect(typeInto(typed, [[ada, ' 80 ']], '"5.y"')).toEqual(emptyDraft);
  });

  test('keep the state they were begun on, so that nothing is overwritten silently', () => {
    const first = typeInto(emptyDraft, [[ada, '81']], '"4.x"');
    expect(typeInto(first, [[cem, '5']], '"9.z"').since).toBe('"4.x"');
  });

  test('write absent as A, and clear what is emptied', () => {
    const typed = typeInto(
      emptyDraft,
      [
        [ada, ''],
        [cem, 'a'],
      ],
      null,
    );
    expect(typed.texts.get('3')).toBe('A');
    expect(sentResults(typed, 100)).toEqual({
      results: [
        { studentId: '1', marks: null, absent: false },
        { studentId: '3', marks: null, absent: true },
      ],
      wrong: [],
    });
  });

  test('that cannot be read are named and never sent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), fc.integer({ min: 1, max: 1000 }), (text, max) => {
        const typed = typeInto(emptyDraft, [[cem, text]], null);
        const { results, wrong } = sentResults(typed, max);
        expect(results.length + wrong.length).toBe(typed.texts.size);
        for (const { marks } of results)
          expect(marks === null || (marks >= 0 && marks <= max)).toBe(true);
        const { marked, absent, missing, wrong: unread } = countMarks(all, typed, max);
        expect(marked + absent + missing + unread).toBe(all.length);
      }),
    );
  });

  test('are gone once they are stored, and with students who left', () => {
    const typed = typeInto(
      emptyDraft,
      [
        [ada, '81'],
        [cem, '7'],
      ],
      '"1"',
    );
    expect(effective(typed, [entry(1, 81), cem]).texts).toEqual(new Map([['3', '7']]));
    expect(effective(typed, [entry(1, 81)])).toEqual(emptyDraft);
    expect(without(typed, ['1', '3'])).toEqual(emptyDraft);
  });
});

test('a pasted column fills the rows below, as far as there are any', () => {
  expect(fillDown(all, 1, ['1', '2', '3'])).toEqual([
    [ben, '1'],
    [cem, '2'],
  ]);
});

test('counts say marks, absent and missing', () => {
  expect(countMarks(all, emptyDraft, 100)).toEqual({ marked: 1, absent: 1, missing: 1, wrong: 0 });
  expect(all.map(storedText)).toEqual(['80', 'A', '']);
});
