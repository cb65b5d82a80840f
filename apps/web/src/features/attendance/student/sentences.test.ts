import { expect, it } from 'vitest';
import { reachSentence } from './sentences.ts';

it.each([
  [3, 4, 75, null],
  [2, 4, 75, 'Attend the next 4 classes to reach 75%'],
  [2, 4, 60, 'Attend the next class to reach 60%'],
  [2, 4, null, null],
  [0, 0, 75, null],
])('%i of %i classes, %s expected: %s', (present, classes, expected, sentence) => {
  expect(reachSentence(present, classes, expected)).toBe(sentence);
});
