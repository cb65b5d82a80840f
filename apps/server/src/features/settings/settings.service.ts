import {
  fileQuotasInWords,
  type PasswordDemands,
  passwordInWords,
  passwordProblems,
  retentionInWords,
  sessionsInWords,
  type Settings,
  type settings as contract,
  type UntrustedProxy,
} from '@campus/contract';
import type { Campus, CampusSettings } from '../../campus.ts';
import { nothingDone } from '../../db/acts.ts';
import { changesBetween, type FieldChange } from '../../db/history.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Handler } from '../../http/call.ts';
import type { HandlersOf } from '../../http/mount.ts';
import { CampusError, conflict } from '../../campus-error.ts';
import { isStale } from '../../http/if-match.ts';
import type { PasswordPolicyClient } from '../../identity-client.ts';
import { handOverPasswords } from './follow-settings.ts';
import { createLogo } from './logo.service.ts';
import { changedMeanwhile } from './refusals.ts';
import {
  databaseKnowsTimezone,
  lockSettings,
  latestChanges,
  recordChanges,
  storedSettings,
  storeSettings,
} from './settings.queries.ts';

const refuse = (details: { field: string; message: string }[]): void => {
  if (details.length > 0)
    throw new CampusError('invalid', details.map(({ message }) => message).join('. '), { details });
};

/** Each field that differs, in words. */
const differences = (
  [before, passwordsBefore]: readonly [CampusSettings, PasswordDemands],
  [after, passwordsAfter]: readonly [CampusSettings, PasswordDemands],
): FieldChange[] => {
  const words = (one: CampusSettings, passwords: PasswordDemands) =>
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
    }) as const;
  return changesBetween(words(before, passwordsBefore), words(after, passwordsAfter));
};

/** Without what was not sent. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

export const createSettings = (
  campus: Campus,
  identity: PasswordPolicyClient,
  untrustedProxy: () => UntrustedProxy | null,
): HandlersOf<typeof contract> => {
  const view = (stored: CampusSettings, passwords: PasswordDemands): Settings => ({
    ...stored,
    timezone: stored.timezone ?? campus.startTimezone,
    ownTimezone: stored.timezone,
    startTimezone: campus.startTimezone,
    passwords,
    leastPasswords: identity.leastPasswordPolicy,
    untrustedProxy: untrustedProxy(),
  });

  /** What is stored, not what this process remembers: it is shown to be changed. */
  const read = async (): Promise<Settings> =>
    view(await storedSettings(campus.db), await identity.passwordPolicy());

  /** The policy in force, with what was stored by a process that ended before it was handed over. */
  const settledPolicy = async ({ passwords }: CampusSettings): Promise<PasswordDemands> => {
    const inForce = await identity.passwordPolicy();
    if (!passwords || passwordInWords(passwords) === passwordInWords(inForce)) return inForce;
    await identity.setPasswordPolicy(passwords);
    return identity.passwordPolicy();
  };

  const handOver = async (): Promise<void> => {
    try {
      await handOverPasswords(campus, identity);
    } catch (cause) {
      const late = 'Saved. The password policy comes into force in a moment.';
      throw new CampusError('unavailable', late, { cause });
    }
  };

  /**
   * Changes what is sent and records it; what is the same already changes nothing. `seen` is the
   * version the screen started from, null where the last write wins.
   */
  const changeSettings: Handler<typeof contract.changeSettings> = async ({ actor, body, seen }) => {
    const { name, address, ...others } = body;
    const { timezone, passwords } = others;
    const { leastPasswordPolicy: least } = identity;
    if (passwords && identity.elsewhere)
      throw conflict('What passwords need is set at the identity service.');
    if (passwords)
      refuse(
        passwordProblems(passwords, least).map(({ field, message }) => ({
          field: `passwords.${field}`,
          message,
        })),
      );
    if (timezone && !(await databaseKnowsTimezone(campus.db, timezone)))
      refuse([{ field: 'timezone', message: 'The database does not know this time zone' }]);

    await inTransaction(campus.db, async (tx) => {
      const before = await lockSettings(tx);
      const passwordsBefore = await settledPolicy(before);
      const after: CampusSettings = {
        ...before,
        ...given(others),
        institution: { ...before.institution, ...given({ name, address }) },
      };
      const changes = differences([before, passwordsBefore], [after, passwords ?? passwordsBefore]);
      const stale = isStale(seen, before.version);
      if (changes.length === 0) return nothingDone();
      if (stale) throw await changedMeanwhile(tx, view(before, passwordsBefore));
      await storeSettings(tx, after);
      await recordChanges(tx, { by: actor.id, at: campus.now(), changes });
    });
    const stored = await storedSettings(campus.db);
    campus.follow(stored);
    if (passwords) await handOver();
    return view(stored, await identity.passwordPolicy());
  };

  return {
    readInstitution: () => Promise.resolve(campus.settings.institution),
    readSettings: read,
    changeSettings,
    settingsHistory: () => latestChanges(campus.db, 100),
    ...createLogo(campus, read),
  };
};
