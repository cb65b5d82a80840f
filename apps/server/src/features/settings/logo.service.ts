import { logoTooLarge, notALogo, type Settings, settings, svgLogo } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { nothingDone } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call } from '../../http/call.ts';
import type { HandlersOf } from '../../http/mount.ts';
import { CampusError, found } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { withFile } from '../../http/receive-file.ts';
import { StoredFile } from '../../http/stored-file.ts';
import { type EncodedImage, encodeImage } from '../../pictures/encode-image.ts';
import {
  lockSettings,
  recordChanges,
  storedLogo,
  storedSettings,
  storeLogo,
} from './settings.queries.ts';
import { changedMeanwhile } from './refusals.ts';

/** The content decides what a file is, whatever its name. */
const rules = { tooLarge: logoTooLarge, missing: notALogo };

/** Text that begins like markup: said by name, since many logos come so. */
const looksLikeSvg = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*<(\?xml|!doctype svg|!--|svg)/i.test(bytes.subarray(0, 200).toString('utf8')) &&
  /<svg[\s>]/i.test(bytes.toString('utf8'));

/** `read`: the settings as they are stored. */
export const createLogo = (
  campus: Campus,
  read: () => Promise<Settings>,
): Pick<HandlersOf<typeof settings>, 'readLogo' | 'uploadLogo' | 'removeLogo'> => {
  const set = async (
    { actor, seen }: Pick<Call<typeof settings.uploadLogo>, 'actor' | 'seen'>,
    logo: EncodedImage | null,
  ): Promise<Settings> => {
    await inTransaction(campus.db, async (tx) => {
      const { institution, version } = await lockSettings(tx);
      const [before, after] = [institution.logo, logo?.digest ?? null];
      const stale = isStale(seen, version);
      if (before === after) return nothingDone();
      if (stale) throw await changedMeanwhile(tx, await read());
      await storeLogo(tx, logo);
      const changes = [{ field: 'logo' as const, before, after }];
      await recordChanges(tx, { by: actor.id, at: campus.now(), changes });
    });
    campus.follow(await storedSettings(campus.db));
    return read();
  };

  return {
    /** For everybody: it stands on the page before the sign-in. */
    readLogo: async () => {
      const { type, digest, content } = found(await storedLogo(campus.db), 'There is no logo.');
      return new StoredFile({
        type,
        digest,
        name: `logo.${type === 'image/png' ? 'png' : 'jpg'}`,
        content: () => Promise.resolve(content),
        mayBeKept: true,
      });
    },

    uploadLogo: (call) =>
      withFile(call.request, settings.uploadLogo.upload, rules, async ({ content }) => {
        const bytes = await content.bytes();
        if (looksLikeSvg(bytes)) throw new CampusError('unsupported_media', svgLogo);
        return set(call, await encodeImage(bytes));
      }),

    removeLogo: (call) => set(call, null),
  };
};
