import { expect, test } from 'vitest';
import { actKinds, acts } from './acts.rules.ts';

test('no two kinds of acts have the same label, by which they are chosen and counted', () => {
  const labels = actKinds.map((kind) => acts[kind].label);
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
});
