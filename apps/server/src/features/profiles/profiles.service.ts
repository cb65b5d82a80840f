import { imageTooLarge, notAnImage, profiles } from '@campus/contract';
import type { FastifyRequest } from 'fastify';
import type { Campus } from '../../campus.ts';
import type { Actor } from '../../http/call.ts';
import { notFound } from '../../campus-error.ts';
import { withFile } from '../../http/receive-file.ts';
import { StoredFile } from '../../http/stored-file.ts';
import {
  type EncodedImage,
  type EncodeImage,
  createEncodeImage,
} from '../../pictures/encode-image.ts';
import { personId, requireOwn } from '../people/index.ts';
import { requireMayRead } from './profiles.policy.ts';
import { type Kind, readImage, storeImage } from './profiles.queries.ts';

/** The content decides what a file is, whatever its name. */
const rules = { tooLarge: imageTooLarge, missing: notAnImage };

const extension: Readonly<Record<EncodedImage['type'], string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

export const createProfileImages = (campus: Campus, encode: EncodeImage = createEncodeImage()) => ({
  read: async (actor: Actor, kind: Kind, email: string): Promise<StoredFile> => {
    requireMayRead(actor, kind, email);
    const image = await readImage(campus.db, await personId(campus, email, kind));
    if (!image) throw notFound('There is no profile image.');
    const { type, digest, content } = image;
    return new StoredFile({
      type,
      digest,
      name: `profile-image.${extension[type]}`,
      content: () => Promise.resolve(content),
    });
  },

  /** Answers whose image was stored, and its marker. */
  receive: (
    actor: Actor,
    kind: Kind,
    request: FastifyRequest,
  ): Promise<{ email: string; marker: string }> => {
    // Both uploads take the same form.
    const { upload } = profiles.uploadStudentImage;
    return withFile(request, upload, rules, async ({ content }, { email }) => {
      requireOwn(actor, email);
      const id = await personId(campus, email, kind);
      const image = await encode(await content.bytes());
      await storeImage(campus.db, image, { personId: id, by: actor.id });
      return { email, marker: image.digest };
    });
  },
});
