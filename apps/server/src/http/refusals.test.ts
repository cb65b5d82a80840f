import { expect, it } from 'vitest';
import { refuseObstacles } from './refusals.ts';

it('names three of many obstacles, and counts the others with separators', () => {
  const obstacles = Array.from({ length: 12_240 }, (_, at) => ({ name: `S${at}`, what: 'marks' }));
  expect(() => refuseObstacles(obstacles, 'This cannot be undone')).toThrow(
    'This cannot be undone: S0 (marks), S1 (marks), S2 (marks) and 12,237 more. Nothing was changed.',
  );
});
