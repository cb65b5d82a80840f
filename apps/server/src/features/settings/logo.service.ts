import { logoTooLarge, notALogo, type Settings, settings, svgLogo } from '@campus/contract';
import type { FastifyRequest } from 'fastify';
import type { Campus } from '../../campus.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError, notFound } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { withFile } from '../../http/receive-file.ts';
import { StoredFile } from '../../http/stored-file.ts';
import { createEncodeImage, type EncodedImage } from '../../pictures/encode-image.ts';
import {
  lockSettings,
  recordChanges,
  storedLogo,
  storedSettings,
  storeLogo,
} from './settings.queries.ts';
import { changedMeanwhile, type SettingsService } from './settings.service.ts';

/** The content decides what a file is, whatever its name. */
const rules = { tooLarge: logoTooLarge, missing: notALogo };

/** Text that begins like markup: said by name, since many logos come so. */
const looksLikeSvg = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*<(\?xml|!doctype svg|!--|svg)/i.test(bytes.subarray(0, 200).toString('utf8')) &&
  /<svg[\s>]/i.test(bytes.toString('utf8'));

export const createLogo = (campus: Campus, service: Pick<SettingsService, 'read'>) => {
  const encode = createEncodeImage();

  const set = async (
    actor: Actor,
    logo: EncodedImage | null,
    seen: number | null,
  ): Promise<Settings> => {
    await inTransaction(campus.db, async (tx) => {
      const { institution, version } = await lockSettings(tx);
      const [before, after] = [institution.logo, logo?.digest ?? null];
      const stale = isStale(seen, version);
      if (before === after) return;
      if (stale) throw await changedMeanwhile(tx, [await service.read()]);
      await storeLogo(tx, logo);
      const changes = [{ field: 'logo' as const, before, after }];
      await recordChanges(tx, { by: actor.id, at: campus.now(), changes });
    });
    campus.follow(await storedSettings(campus.db));
    return service.read();
  };

  return {
    /** For everybody: it stands on the page before the sign-in. */
    read: async (): Promise<StoredFile> => {
      const logo = await storedLogo(campus.db);
      if (!logo) throw notFound('There is no logo.');
      const { type, digest, content } = logo;
      return new StoredFile({
        type,
        digest,
        name: `logo.${type === 'image/png' ? 'png' : 'jpg'}`,
        content: () => Promise.resolve(content),
        mayBeKept: true,
      });
    },

    receive: (actor: Actor, request: FastifyRequest, seen: number | null): Promise<Settings> =>
      withFile(request, settings.uploadLogo.upload, rules, async ({ content }) => {
        const bytes = await content.bytes();
        if (looksLikeSvg(bytes)) throw new CampusError('unsupported_media', svgLogo);
        return set(actor, await encode(bytes), seen);
      }),

    remove: (actor: Actor, seen: number | null): Promise<Settings> => set(actor, null, seen),
  };
};
