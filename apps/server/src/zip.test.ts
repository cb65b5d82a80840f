import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipped } from './zip.ts';

const archiveOf = async (files: number): Promise<Buffer> => {
  const at = new Date('2026-03-11T14:00:00Z');
  const entry = (_: unknown, index: number) => ({
    path: `Student ${index}/Text.txt`,
    at,
    bytes: () => Promise.resolve(Buffer.from(`Answer ${index}`)),
  });
  const pieces: Buffer[] = [];
  for await (const piece of zipped(Array.from({ length: files }, entry))) pieces.push(piece);
  return Buffer.concat(pieces);
};

test.each([65_534, 65_535, 70_000])('an archive of %i files holds each of them', async (files) => {
  const archive = await archiveOf(files);
  const unzipped = unzipSync(archive);
  expect(Object.keys(unzipped)).toHaveLength(files);
  const last = Buffer.from(unzipped[`Student ${files - 1}/Text.txt`] ?? []).toString();
  expect(last).toBe(`Answer ${files - 1}`);
  // The end of an archive, as simple readers look for it: 22 bytes, without a comment.
  expect(archive.readUInt32LE(archive.length - 22)).toBe(0x06054b50);
  expect(archive.readUInt16LE(archive.length - 12)).toBe(Math.min(files, 0xffff));
});

test('an archive leaves out what was deleted since it was begun', async () => {
  const at = new Date('2026-03-11T14:00:00Z');
  const entry = (path: string, content?: string) => ({
    path,
    at,
    bytes: () => Promise.resolve(content === undefined ? undefined : Buffer.from(content)),
  });
  const pieces: Buffer[] = [];
  for await (const piece of zipped([entry('gone.txt'), entry('kept.txt', 'Kept')]))
    pieces.push(piece);
  expect(Object.keys(unzipSync(Buffer.concat(pieces)))).toEqual(['kept.txt']);
});
