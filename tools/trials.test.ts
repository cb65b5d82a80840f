import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const namesIn = (file: string, pattern: RegExp): string[] => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();
};

test('the page about faults names every trial, and no other', () => {
  const trials = namesIn('trials/main.ts', /^ {2}\['([\w-]+)',/gm);
  expect(trials.length).toBeGreaterThan(0);
  expect(namesIn('docs/reliability.md', /`npm run trials -- ([\w-]+)`/g)).toEqual(trials);
});
