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
  /** Identifies the content. */
  digest: text,
});
export type EncodedImage = z.infer<typeof encodedImage>;

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
 * Turns a file's bytes into a small picture: upright, at most 512 pixels a side, without metadata.
 * @throws CampusError with a sentence for the person who chose the file
 */
export type EncodeImage = (bytes: Buffer) => Promise<EncodedImage>;

/** Few enough for a small server to decode. */
const maxPixels = 64_000_000;
/** Pictures decoded at the same time: each may briefly take some hundred megabytes. */
const maxAtOnce = 2;
const timeoutSeconds = 20;

const signatures = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
] as const;

/** The type by content, whatever the name says: nothing else reaches a decoder. */
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
    `This image has more than ${maxPixels / 1_000_000} million pixels. Please choose a smaller one.`,
  );

const notHere = (): CampusError =>
  new CampusError(
    'unavailable',
    'Images cannot be changed at the moment: the image library does not run on this server. Please tell your administrator.',
  );

const encode = async (sharp: typeof Sharp, bytes: Buffer): Promise<EncodedImage> => {
  const source = sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true });
  const { width, height, hasAlpha } = await source.metadata();
  if (width * height > maxPixels) throw tooManyPixels();
  const { side } = profileImageLimits;
  const small = sharp(bytes, {
    limitInputPixels: maxPixels,
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
  // One thread per picture and no cache: pictures are rare and should not slow other requests.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};

/**
 * The library needs a binary for the platform. Without one Campus runs nevertheless, and tells whoever
 * uploads an image.
 */
export const createEncodeImage = (load: () => Promise<typeof Sharp> = loadSharp): EncodeImage => {
  const takeTurn = pLimit(maxAtOnce);
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
