import { expect, test } from 'vitest';
import { blankDraft, draftsOf, readDrafts } from './grade-drafts.ts';

const scale = [
  { letter: 'A', fromPercent: 89.5, points: 4 },
  { letter: 'F', fromPercent: 0, points: 0 },
];

test('a scale that is shown and not edited stays the same', () => {
  expect(readDrafts(draftsOf(scale))).toEqual({ grades: scale });
});

test('a decimal comma is read as a decimal point', () => {
  const drafts = draftsOf(scale).map((draft) => ({ ...draft, points: draft.points || '0' }));
  const [first, last] = drafts;
  if (!first || !last) throw new Error('Two grades were given.');
  expect(readDrafts([{ ...first, fromPercent: '79,5', points: '3,33' }, last])).toEqual({
    grades: [{ letter: 'A', fromPercent: 79.5, points: 3.33 }, scale[1]],
  });
});

test.each([
  ['', '50', '2', 'letter'],
  ['B', '50.55', '2', 'fromPercent'],
  ['B', '101', '2', 'fromPercent'],
  ['B', 'half', '2', 'fromPercent'],
  ['B', '50', '2.345', 'points'],
  ['B', '50', '-1', 'points'],
  ['a', '50', '2', 'letter'],
  ['B', '0', '0', 'fromPercent'],
  ['B', '50', '9', 'points'],
])(
  'the grade %j from %j with %j points is marked at its %s',
  (letter, fromPercent, points, field) => {
    const drafts = draftsOf(scale);
    const added = { ...blankDraft(drafts), letter, fromPercent, points };
    expect(readDrafts([...drafts, added])).toEqual({
      problems: { [added.key]: { [field]: expect.any(String) } },
    });
  },
);

test('a scale that does not begin at 0 is marked at its lowest grade', () => {
  const drafts = draftsOf(scale).map((draft) =>
    draft.letter === 'F' ? { ...draft, fromPercent: '10' } : draft,
  );
  expect(readDrafts(drafts)).toEqual({
    problems: { 1: { fromPercent: 'The lowest grade must begin at 0 percent' } },
  });
});
