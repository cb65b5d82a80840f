import type { RosterEntry } from '@campus/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discard, load, markOf, restore, submitted } from '../../../lib/marking/marking.ts';
import {
  countMarks,
  type Mark,
  type Marking,
  markTheRest,
  roll,
  setMark,
  submissionOf,
  undoTheRest,
} from './attendance-marks.ts';

const entry = (number: number, stored: Mark): RosterEntry => ({
  id: String(number),
  studentEmail: `s${number}@example.edu`,
  studentName: `Student ${number}`,
  studentRollNo: null,
  present: stored.present,
  remarks: stored.remarks || null,
  correctedBy: null,
});

const begin = (entries: readonly RosterEntry[], etag = '"1"'): Marking =>
  restore(roll, { marks: new Map(), since: null }, { entries, etag });

const etagToMatch = ({ since, etag }: Marking): string | null => since ?? etag;

const shown = (marking: Marking): Mark[] => marking.entries.map((one) => markOf(marking, one));
const emails = (marking: Marking): string[] => marking.entries.map((one) => one.studentEmail);

const words = fc.constantFrom('', 'Late', 'Medical', ' two  words ');
const status = fc.constantFrom(true, false, null);
const anyMark: fc.Arbitrary<Mark> = fc.record({ present: status, remarks: words });
/** As the server stores it: remarks only with a mark, trimmed. */
const storedMark: fc.Arbitrary<Mark> = fc.oneof(
  fc.constant({ present: null, remarks: '' }),
  fc.record({ present: fc.boolean(), remarks: fc.constantFrom('', 'Late') }),
);
const roster = fc
  .array(storedMark, { minLength: 1, maxLength: 12 })
  .map((stored) => stored.map((mark, index) => entry(index, mark)));

type Step = readonly [student: number, change: Partial<Mark>];
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.tuple(
    fc.nat(11),
    fc.oneof(fc.record({ present: fc.boolean() }), fc.record({ remarks: words })) as fc.Arbitrary<
      Partial<Mark>
    >,
  ),
  { maxLength: 20 },
);
const follow = (marking: Marking, taken: readonly Step[]): Marking =>
  taken.reduce((now, [student, change]) => {
    const email = emails(now)[student % now.entries.length] ?? '';
    return setMark(now, email, change);
  }, marking);

/** Any class in the course of being marked. */
const underWay = fc.tuple(roster, steps).map(([entries, taken]) => follow(begin(entries), taken));

describe('mark the rest present', () => {
  it('never changes an existing mark or remark', () => {
    fc.assert(
      fc.property(underWay, (marking) => {
        const after = shown(markTheRest(marking));
        shown(marking).forEach((before, index) => {
          expect(after[index]).toEqual({ ...before, present: before.present ?? true });
        });
      }),
    );
  });

  it('is undone completely by Undo', () => {
    fc.assert(
      fc.property(underWay, (marking) => {
        const back = undoTheRest(markTheRest(marking));
        expect(shown(back)).toEqual(shown(marking));
        expect(back.marks.size).toBe(marking.marks.size);
      }),
    );
  });

  it('can no longer be undone once anything else has changed', () => {
    fc.assert(
      fc.property(underWay, fc.nat(11), (marking, student) => {
        const email = emails(marking)[student % marking.entries.length] ?? '';
        const changed = setMark(markTheRest(marking), email, { present: false });
        expect(undoTheRest(changed)).toBe(changed);
      }),
    );
  });
});

describe('what is sent', () => {
  it('has everybody once, the unmarked as absent, everybody else as shown', () => {
    fc.assert(
      fc.property(underWay, (marking) => {
        const sent = submissionOf(marking);
        expect(sent.map((mark) => mark.studentEmail)).toEqual(emails(marking));
        shown(marking).forEach((mark, index) => {
          expect(sent[index]).toMatchObject({
            present: mark.present === true,
            remarks: mark.remarks.trim() || null,
          });
        });
      }),
    );
  });

  it('is no longer unsent once stored, and what has changed meanwhile still is', () => {
    fc.assert(
      fc.property(underWay, steps, (marking, meanwhile) => {
        const sent = submissionOf(marking);
        const later = follow(marking, meanwhile);
        const stored = submitted(later, sent, []);
        const wanted = submissionOf(later);
        expect(submissionOf(stored)).toEqual(wanted);
        const different = wanted.filter(
          (mark, index) => JSON.stringify(mark) !== JSON.stringify(sent[index]),
        );
        expect([...stored.marks.keys()].sort()).toEqual(
          different.map((mark) => mark.studentEmail).sort(),
        );
      }),
    );
  });
});

describe('the counts', () => {
  it('add up to the roster', () => {
    fc.assert(
      fc.property(underWay, (marking) => {
        const { present, absent, unmarked } = countMarks(marking);
        expect(present + absent + unmarked).toBe(marking.entries.length);
        expect(present).toBe(shown(marking).filter((mark) => mark.present).length);
      }),
    );
  });
});

describe('a roster loaded again', () => {
  it('keeps every unsent mark, and the version of the class it was made on', () => {
    fc.assert(
      fc.property(
        underWay,
        fc.array(storedMark, { minLength: 12, maxLength: 12 }),
        (marking, now) => {
          const fresh = marking.entries.map((_, index) => entry(index, now[index] as Mark));
          const loaded = load(marking, { entries: fresh, etag: '"2"' });
          for (const [email, mark] of marking.marks) {
            const at = emails(loaded).indexOf(email);
            expect(shown(loaded)[at]).toEqual(mark);
          }
          expect(etagToMatch(loaded)).toBe(loaded.marks.size > 0 ? '"1"' : '"2"');
        },
      ),
    );
  });

  it('drops the marks of students who are no longer on it', () => {
    const both = [0, 1].map((one) => entry(one, { present: null, remarks: '' }));
    const marking = setMark(begin(both), 's1@example.edu', { present: true });
    const loaded = load(marking, { entries: both.slice(0, 1), etag: '"2"' });
    expect(loaded.marks.size).toBe(0);
    expect(etagToMatch(loaded)).toBe('"2"');
  });
});

describe('unsent marks', () => {
  it('are none once each is back to what is stored', () => {
    fc.assert(
      fc.property(roster, fc.array(anyMark, { maxLength: 12 }), (entries, marks) => {
        const marked = marks.reduce(
          (now, mark, index) => setMark(now, `s${index}@example.edu`, mark),
          begin(entries),
        );
        const back = entries.reduce(
          (now, one) =>
            setMark(now, one.studentEmail, { present: one.present, remarks: one.remarks ?? '' }),
          marked,
        );
        expect(back.marks.size).toBe(0);
      }),
    );
  });

  it('are restored with the version of the class they were made on', () => {
    fc.assert(
      fc.property(underWay, (marking) => {
        const back = restore(roll, marking, { ...marking, etag: '"7"' });
        expect(shown(back)).toEqual(shown(marking));
        expect(back.restored).toBe(marking.marks.size);
        expect(etagToMatch(back)).toBe(marking.marks.size > 0 ? '"1"' : '"7"');
      }),
    );
  });

  it('are gone when discarded', () => {
    fc.assert(
      fc.property(underWay, (marking) => {
        const { entries } = marking;
        expect(shown(discard(marking))).toEqual(shown(begin(entries)));
      }),
    );
  });
});
