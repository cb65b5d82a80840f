import { expect, test } from 'vitest';
import { picture } from '../testing/picture.ts';
import { createEncodeImage } from './encode-image.ts';

test('a person is told when the image library does not run, and nothing else breaks', async () => {
  const encode = createEncodeImage(() => Promise.reject(new Error('no binary for this computer')));
  await expect(encode(await picture())).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('does not run on this server'),
  });
});

test('many pictures at once are each encoded from their own bytes', async () => {
  const encode = createEncodeImage();
  const sizes = [10, 20, 30, 40, 50, 60].map((width) => ({ width, height: 10 }));
  const made = await Promise.all(sizes.map(async (size) => encode(await picture('jpeg', size))));
  expect(new Set(made.map(({ digest }) => digest)).size).toBe(sizes.length);
  const broken = Buffer.from('ffd8ffe000', 'hex');
  const outcomes = await Promise.allSettled([broken, broken, broken].map(encode));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  await expect(encode(await picture())).resolves.toMatchObject({ type: 'image/jpeg' });
});
