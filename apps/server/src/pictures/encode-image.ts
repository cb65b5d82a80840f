import { hash } from 'node:crypto';
import { imageTooLarge, notAnImage, profileImageLimits } from '@campus/contract';
import pLimit from 'p-limit';
import type Sharp from 'sharp';
import { z } from 'zod';
import { CampusError } from '../campus-error.ts';
import { buffer, text } from '../db/db.ts';
import { type FileToSend, StoredFile } from '../http/stored-file.ts';

export const encodedImage = z.object({
  type: z.enum(['image/jpeg', 'image/png']),
  content: buffer,
  /** Names the content: the same for the same bytes. */
  digest: text,
});
export type EncodedImage = z.infer<typeof encodedImage>;

/** Sends it as it was stored. */
export const pictureToSend = (
  { type, digest, content }: EncodedImage,
  name: string,
  more: Pick<FileToSend, 'mayBeKept'> = {},
) =>
  new StoredFile({
    type,
    digest,
    name: `${name}.${type === 'image/png' ? 'png' : 'jpg'}`,
    content: () => Promise.resolve(content),
    ...more,
  });

/**
 * Makes a small picture of a file's bytes: upright, at most 512 pixels a side, without metadata.
 * @throws CampusError with a sentence for the person who chose the file
 */
export type EncodeImage = (bytes: Buffer) => Promise<EncodedImage>;

/** More than any phone takes, and little enough to be decoded by a small server. */
const mostPixels = 64_000_000;
/** Pictures decoded at a time: each may take some hundred megabytes for a moment. */
const mostAtOnce = 2;
const timeoutSeconds = 20;

const signatures = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const;

/** What the content is, whatever its name says: nothing else ever reaches a decoder. */
const kindOf = (bytes: Buffer): 'jpeg' | 'png' | undefined =>
  signatures.find(([, start]) => bytes.subarray(0, start.length).equals(start))?.[0];

const damaged = (): CampusError =>
  new CampusError(
    'unsupported_media',
    'This image is damaged or incomplete and cannot be read. Please choose another one.',
  );
const tooManyPixels = (): CampusError =>
  new CampusError(
    'too_large',
    `This image has more than ${mostPixels / 1_000_000} million pixels. Please choose a smaller one.`,
  );

const notHere = (): CampusError =>
  new CampusError(
    'unavailable',
    'Images cannot be changed at the moment: the image library does not run on this server. Please tell your administrator.',
  );

const encode = async (sharp: typeof Sharp, bytes: Buffer): Promise<EncodedImage> => {
  const source = sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
  const { width, height, hasAlpha } = await source.metadata();
  if (width * height > mostPixels) throw tooManyPixels();
  const { side } = profileImageLimits;
  const small = sharp(bytes, {
    limitInputPixels: mostPixels,
    failOn: 'error',
    sequentialRead: true,
    autoOrient: true,
  })
    .timeout({ seconds: timeoutSeconds })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const content = await (
    hasAlpha ? small.png({ compressionLevel: 9 }) : small.jpeg({ quality: 85, mozjpeg: true })
  ).toBuffer();
  return {
    type: hasAlpha ? 'image/png' : 'image/jpeg',
    content,
    digest: hash('sha256', content, 'base64url'),
  };
};

const loadSharp = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  // One thread a picture, and none kept: a campus does this now and then, beside everything else.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};

/**
 * The library comes with a binary for each kind of computer. Where there is none Campus runs all the
 * same, and says so to the person who uploads an image.
 */
export const createEncodeImage = (load: () => Promise<typeof Sharp> = loadSharp): EncodeImage => {
  const takeTurn = pLimit(mostAtOnce);
  return async (bytes) => {
    if (bytes.length > profileImageLimits.bytes) throw new CampusError('too_large', imageTooLarge);
    if (!kindOf(bytes)) throw new CampusError('unsupported_media', notAnImage);
    const sharp = await load().catch((cause: unknown) => {
      throw Object.assign(notHere(), { cause });
    });
    return takeTurn(() =>
      encode(sharp, bytes).catch((error: unknown) => {
        throw error instanceof CampusError ? error : damaged();
      }),
    );
  };
};

export const encodeImage = createEncodeImage();
