import { expect, it } from 'vitest';
import { reachSentence, absenceAllowance } from './sentences.ts';

it.each([
  [3, 4, 75, null],
  [2, 4, 75, 'Attend the next 4 classes to reach 75%'],
  [2, 4, 60, 'Attend the next class to reach 60%'],
  [2, 4, null, null],
  [0, 0, 75, null],
])('%i of %i classes, %s expected: %s', (present, classes, expected, sentence) => {
  expect(reachSentence(present, classes, expected)).toBe(sentence);
});

it.each([
  [21, 29, 75, 'You may miss 4 of the next 20 and reach 75%', '+ 20|49|37|− 21|16|75.5%|73.5%'],
  [28, 30, 75, 'You may miss 10 of the next 20 and stay at 75%', '+ 20|50|38|− 28|10|76%|74%'],
  [30, 30, 50, 'You may miss all of the next 20 and stay at 50%', '+ 20|50|25|− 30|0|60%'],
  [18, 30, 75, 'Attend all of the next 20 to end at 76%', ''],
  [1, 31, 75, 'Even with all of the next 20 you end at 41.2%', '+ 20|51|39|− 1|38|41.2%'],
])('%i of %i classes, %s expected: %s', (present, classes, expected, sentence, sum) => {
  const missed = absenceAllowance(present, classes, expected);
  expect(missed.sentence).toBe(sentence);
  if (sum) expect(missed.sum.slice(1).map(([, value]) => value)).toEqual(sum.split('|'));
});
