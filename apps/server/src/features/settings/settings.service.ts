import {
  fileQuotasInWords,
  imageTooLarge,
  notAnImage,
  type PasswordDemands,
  passwordInWords,
  passwordProblems,
  retentionInWords,
  sessionsInWords,
  type Settings,
  settings as contract,
  svgLogo,
  type UntrustedProxy,
} from '@campus/contract';
import type { Campus, CampusSettings } from '../../campus.ts';
import { discardAct } from '../../db/acts.ts';
import type { Transaction } from '../../db/db.ts';
import { changesBetween, type FieldChange } from '../../db/history.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Call, Handler } from '../../http/call.ts';
import type { HandlersOf } from '../../http/mount.ts';
import { CampusError, conflict, found } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import { withFile } from '../../http/receive-file.ts';
import type { IdentityClient } from '../../identity-client.ts';
import { type EncodedImage, encodeImage, pictureToSend } from '../../pictures/encode-image.ts';
import * as queries from './settings.queries.ts';

/** The content decides what a file is, whatever its name. */
const logoRules = { tooLarge: imageTooLarge, missing: notAnImage };

/** Recognises SVG, to refuse it by name, because many logos are SVG files. */
const looksLikeSvg = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*<(\?xml|!doctype svg|!--|svg)/i.test(bytes.subarray(0, 200).toString('utf8')) &&
  /<svg[\s>]/i.test(bytes.toString('utf8'));

const refuse = (details: { field: string; message: string }[]): void => {
  if (details.length > 0)
    throw new CampusError('invalid', details.map(({ message }) => message).join('. '), { details });
};

/** The settings in words, for the history; `passwords` is the policy in force. */
const inWords = (one: CampusSettings, passwords: PasswordDemands) =>
  ({
    name: one.institution.name,
    address: one.institution.address,
    timezone: one.timezone,
    expectedPercentage: `${one.expectedPercentage}%`,
    passwords: passwordInWords(passwords),
    sessions: sessionsInWords(one.sessions),
    fileQuotas: fileQuotasInWords(one.fileQuotas),
    secondFactor: one.teachersNeedFactor ? 'Administrators and teachers' : 'Administrators',
    needToKnow: one.needToKnow ? 'Students they teach' : 'All students',
    retention: retentionInWords(one.retention),
    absentCountsZero: one.absentCountsZero ? 'Counts as 0' : 'Does not count',
  }) as const;

/** Removes what was not sent. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

export const createSettings = (
  campus: Campus,
  identity: Pick<IdentityClient, 'passwordPolicy' | 'elsewhere'>,
  untrustedProxy: () => UntrustedProxy | null,
): HandlersOf<typeof contract> => {
  const policyOf = ({ passwords }: CampusSettings) => identity.passwordPolicy(passwords);

  const view = (stored: CampusSettings): Settings => ({
    ...stored,
    timezone: stored.timezone ?? campus.startTimezone,
    ownTimezone: stored.timezone,
    startTimezone: campus.startTimezone,
    passwords: policyOf(stored),
    leastPasswords: identity.passwordPolicy(null),
    untrustedProxy: untrustedProxy(),
  });

  /** Reads what is stored, not the cache of this process, because it will be edited. */
  const read = async (): Promise<Settings> => view(await queries.storedSettings(campus.db));

  /**
   * Stores and records what differs; does nothing if nothing does. `seen` is the version the screen started from; with
   * null, the last write wins.
   */
  const change = async (
    { actor, seen }: Pick<Call<typeof contract.changeSettings>, 'actor' | 'seen'>,
    compare: (before: CampusSettings) => {
      changes: FieldChange[];
      store: (tx: Transaction) => Promise<unknown>;
    },
  ): Promise<void> => {
    await inTransaction(campus.db, async (tx) => {
      const before = await queries.lockSettings(tx);
      const { changes, store } = compare(before);
      const stale = isStale(seen, before.version);
      if (changes.length === 0) return discardAct();
      if (stale) {
        const [last] = await queries.latestChanges(tx, 1);
        throw conflict(
          `${last?.changedBy ?? 'Someone'} has changed the settings in the meantime. Nothing was overwritten.`,
          [view(before)],
        );
      }
      await store(tx);
      await queries.recordChanges(tx, { by: actor.id, at: campus.now(), changes });
    });
    campus.follow(await queries.storedSettings(campus.db));
  };

  const changeSettings: Handler<typeof contract.changeSettings> = async (call) => {
    const { name, address, ...others } = call.body;
    const { timezone, passwords } = others;
    if (passwords && identity.elsewhere)
      throw conflict('What passwords need is set at the identity service.');
    if (passwords)
      refuse(
        passwordProblems(passwords, identity.passwordPolicy(null)).map(({ field, message }) => ({
          field: `passwords.${field}`,
          message,
        })),
      );
    if (timezone && !(await queries.databaseKnowsTimezone(campus.db, timezone)))
      refuse([{ field: 'timezone', message: 'The database does not know this time zone' }]);
    await change(call, (before) => {
      const after: CampusSettings = {
        ...before,
        ...given(others),
        institution: { ...before.institution, ...given({ name, address }) },
      };
      return {
        changes: changesBetween(inWords(before, policyOf(before)), inWords(after, policyOf(after))),
        store: (tx) => queries.storeSettings(tx, after),
      };
    });
    return read();
  };

  const setLogo = async (call: Parameters<typeof change>[0], logo: EncodedImage | null) => {
    await change(call, ({ institution }) => ({
      changes: changesBetween({ logo: institution.logo }, { logo: logo?.digest ?? null }),
      store: (tx) => queries.storeLogo(tx, logo),
    }));
    return read();
  };

  return {
    readInstitution: () => Promise.resolve(campus.settings.institution),
    readSettings: read,
    changeSettings,
    settingsHistory: () => queries.latestChanges(campus.db, 100),

    /** Public: it is shown before the sign-in. */
    readLogo: async () => {
      const logo = found(await queries.storedLogo(campus.db), 'There is no logo.');
      return pictureToSend(logo, 'logo', { mayBeKept: true });
    },
    uploadLogo: (call) =>
      withFile(call.request, contract.uploadLogo.upload, logoRules, async ({ content }) => {
        const bytes = await content.bytes();
        if (looksLikeSvg(bytes)) throw new CampusError('unsupported_media', svgLogo);
        return setLogo(call, await encodeImage(bytes));
      }),
    removeLogo: (call) => setLogo(call, null),
  };
};
