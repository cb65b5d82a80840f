import {
  type BodyOf,
  type PasswordDemands,
  passwordInWords,
  passwordProblems,
  type ReplyOf,
  type Settings,
  type settings as contract,
} from '@campus/contract';
import type { PoolClient } from 'pg';
import type { Campus, CampusSettings } from '../../campus.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Actor } from '../../http/call.ts';
import { CampusError } from '../../http/campus-error.ts';
import type { PasswordPolicyDoor } from './password-policy-door.ts';
import {
  databaseKnowsTimezone,
  holdSettings,
  lastChangedBy,
  recordChanges,
  type RecordedChange,
  storedSettings,
  storeSettings,
} from './settings.queries.ts';

type Changes = BodyOf<typeof contract.changeSettings>;

const refuse = (details: { field: string; message: string }[]): void => {
  if (details.length > 0)
    throw new CampusError('invalid', details.map(({ message }) => message).join('. '), { details });
};

/** Refuses to overwrite what somebody else has set since; `details` hold it. */
export const changedMeanwhile = async (
  tx: PoolClient,
  details: readonly Settings[],
): Promise<CampusError> =>
  new CampusError(
    'conflict',
    `${(await lastChangedBy(tx)) ?? 'Somebody'} has changed the settings in the meantime. Nothing was overwritten.`,
    { details },
  );

/** Each field that differs, in words. */
const differences = (
  [before, passwordsBefore]: readonly [CampusSettings, PasswordDemands],
  [after, passwordsAfter]: readonly [CampusSettings, PasswordDemands],
): RecordedChange[] => {
  const words = (one: CampusSettings, passwords: PasswordDemands) =>
    ({
      name: one.institution.name,
      address: one.institution.address,
      timezone: one.timezone,
      expectedPercentage: `${one.expectedPercentage}%`,
      passwords: passwordInWords(passwords),
    }) as const;
  const [old, now] = [words(before, passwordsBefore), words(after, passwordsAfter)];
  return (Object.keys(old) as (keyof typeof old)[])
    .map((field) => ({ field, before: old[field], after: now[field] }))
    .filter((change) => change.before !== change.after);
};

export const createSettings = (campus: Campus, identity: PasswordPolicyDoor) => {
  const view = (stored: CampusSettings, passwords: PasswordDemands): Settings => ({
    version: stored.version,
    institution: stored.institution,
    timezone: stored.timezone ?? campus.startTimezone,
    ownTimezone: stored.timezone,
    startTimezone: campus.startTimezone,
    expectedPercentage: stored.expectedPercentage,
    passwords,
    leastPasswords: identity.leastPasswordPolicy,
  });

  /** What is stored, not what this process remembers: it is shown to be changed. */
  const read = async (): Promise<Settings> =>
    view(await storedSettings(campus.pool), await identity.passwordPolicy());

  /**
   * A transaction that may also set the password policy, which the identity service stores by itself:
   * when the rest cannot be committed after that, the policy becomes again what it was.
   */
  const withPasswordPolicy = async (
    work: (
      tx: PoolClient,
      setPasswords: (now: PasswordDemands, before: PasswordDemands) => Promise<void>,
    ) => Promise<void>,
  ): Promise<void> => {
    let undo: (() => Promise<void>) | undefined;
    try {
      await inTransaction(campus.pool, (tx) =>
        work(tx, async (now, before) => {
          undo = () => identity.setPasswordPolicy(before);
          await identity.setPasswordPolicy(now);
        }),
      );
    } catch (error) {
      await undo?.();
      throw error;
    }
  };

  /**
   * Changes what is sent and records it; what is the same already changes nothing. `seen` is the
   * version the screen started from, null where the last write wins.
   */
  const change = async (
    actor: Actor,
    { name, address, timezone, expectedPercentage, passwords }: Changes,
    seen: number | null,
  ): Promise<Settings> => {
    const { leastPasswordPolicy: least } = identity;
    if (passwords)
      refuse(
        passwordProblems(passwords, least).map(({ field, message }) => ({
          field: `passwords.${field}`,
          message,
        })),
      );
    if (timezone && !(await databaseKnowsTimezone(campus.pool, timezone)))
      refuse([{ field: 'timezone', message: 'The database does not know this time zone' }]);

    await withPasswordPolicy(async (tx, setPasswords) => {
      const before = await holdSettings(tx);
      const passwordsBefore = await identity.passwordPolicy();
      const after: CampusSettings = {
        ...before,
        institution: {
          ...before.institution,
          ...(name !== undefined && { name }),
          ...(address !== undefined && { address }),
        },
        ...(timezone !== undefined && { timezone }),
        ...(expectedPercentage !== undefined && { expectedPercentage }),
      };
      const changes = differences([before, passwordsBefore], [after, passwords ?? passwordsBefore]);
      if (changes.length === 0) return;
      if (seen !== null && seen !== before.version)
        throw await changedMeanwhile(tx, [view(before, passwordsBefore)]);
      await storeSettings(tx, after);
      await recordChanges(tx, { by: actor.id, at: campus.now(), changes });
      // Last: when the identity service cannot store it, nothing was changed.
      if (changes.some(({ field }) => field === 'passwords') && passwords)
        await setPasswords(passwords, passwordsBefore);
    });
    const stored = await storedSettings(campus.pool);
    campus.follow(stored);
    return view(stored, await identity.passwordPolicy());
  };

  return { read, change };
};

export type SettingsService = ReturnType<typeof createSettings>;

/** The institution as everybody may know it. */
export const institutionOf = (campus: Campus): ReplyOf<typeof contract.readInstitution> =>
  campus.settings.institution;
