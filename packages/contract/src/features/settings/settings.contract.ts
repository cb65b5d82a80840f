import { z } from 'zod';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { changed, id, textOrNull } from '../../values/replies.ts';
import { changedText, requiredText } from '../../values/requests.ts';
import { byKind } from '../privacy/privacy.contract.ts';
import { retentionLimits } from '../privacy/retention.rules.ts';
import { profileImageLimits } from '../profiles/profile-image.rules.ts';
import { isTimeZone, settingsLimits as limits } from './settings.rules.ts';

const institution = z.object({
  name: textOrNull,
  address: textOrNull,
  /** Names the picture's content; null when there is none. */
  logo: textOrNull,
});
export type Institution = z.infer<typeof institution>;

const wholeNumber = (what: string, { min, max }: { min: number; max: number }) =>
  z
    .int(`Please enter a whole number of ${what}`)
    .min(min, `Please enter at least ${min}`)
    .max(max, `Please enter at most ${max}`);

/** What a new password needs. */
const passwords = z.strictObject({
  minLength: z
    .int('The minimum length must be a whole number')
    .min(1, 'The minimum length must be at least 1')
    .max(limits.longestMinimum, `The minimum length is at most ${limits.longestMinimum}`),
  upperAndLower: z.boolean(),
  digit: z.boolean(),
  symbol: z.boolean(),
});
export type PasswordDemands = z.infer<typeof passwords>;

/** How long after its sign-in a session ends, however much it is used. */
const sessions = z.strictObject({
  administratorHours: wholeNumber('hours', limits.sessions.administratorHours),
  /** Of teachers and students. */
  otherDays: wholeNumber('days', limits.sessions.otherDays),
});
export type SessionLimits = z.infer<typeof sessions>;

/** How many GB may be stored with assignments. */
const fileQuotas = z.strictObject({
  /** By one person. */
  person: wholeNumber('GB', limits.fileQuotas.person),
  /** For one assignment: files beside it and everything handed in. */
  assignment: wholeNumber('GB', limits.fileQuotas.assignment),
  /** For all assignments. */
  campus: wholeNumber('GB', limits.fileQuotas.campus),
});
export type FileQuotas = z.infer<typeof fileQuotas>;

/** For how many months or years what is kept; 0: for ever. */
const retention = byKind((kind) =>
  wholeNumber(`${retentionLimits[kind].unit}s`, retentionLimits[kind]),
);

/** Who sends forwarded headers (`X-Forwarded-For`…) that the server was not told to believe. */
const untrustedProxy = z.object({ header: z.string(), address: z.string() });
export type UntrustedProxy = z.infer<typeof untrustedProxy>;

export const settings = z.object({
  version: z.int(),
  institution,
  /** In force now. */
  timezone: z.string(),
  /** Null while it is the one that Campus was started with. */
  ownTimezone: textOrNull,
  startTimezone: z.string(),
  /** Attendance below this percentage is low. */
  expectedPercentage: z.int(),
  sessions,
  fileQuotas,
  /** In force now. */
  passwords,
  /** What the server was configured to ask for in any case. */
  leastPasswords: passwords,
  /** Seen first since this process started; null when none was, or `TRUST_PROXY` is set. */
  untrustedProxy: untrustedProxy.nullable(),
  /** Administrators always need one, outside a demo. */
  teachersNeedFactor: z.boolean(),
  /** Teachers see date of birth and address of those alone whom they teach. */
  needToKnow: z.boolean(),
  /** An exam that a student missed counts as 0 marks in every score; closed terms keep what they were closed with. */
  absentCountsZero: z.boolean(),
  retention,
});
export type Settings = z.infer<typeof settings>;

export const readInstitution = endpoint('GET /institution', 'public', {
  summary: 'The name, address and logo of the institution',
  reply: institution,
});

export const readLogo = endpoint('GET /institution/logo', 'public', {
  summary: 'The logo of the institution',
  file: { types: ['image/jpeg', 'image/png'] },
  alsoRefuses: ['not_found'],
});

export const readSettings = endpoint('GET /settings', adminOnly('full'), {
  summary: 'Every setting of the campus, with the version to change them by',
  reply: settings,
});

const changes = z.strictObject({
  name: changedText(limits.name, 'Institution name').refine(
    (name) => !/\p{Cc}/u.test(name ?? ''),
    'Institution name must be one line',
  ),
  address: changedText(limits.address, 'Address'),
  /** Null for the one that Campus was started with. */
  timezone: requiredText(64, 'Time zone')
    .refine(isTimeZone, 'Time zone must be an IANA name such as Europe/Berlin')
    .nullable()
    .optional(),
  expectedPercentage: z
    .int('The percentage must be a whole number')
    .min(limits.percentage.min, `The percentage must be at least ${limits.percentage.min}`)
    .max(limits.percentage.max, `The percentage must be at most ${limits.percentage.max}`)
    .optional(),
  sessions: sessions.optional(),
  fileQuotas: fileQuotas.optional(),
  passwords: passwords.optional(),
  teachersNeedFactor: z.boolean().optional(),
  needToKnow: z.boolean().optional(),
  absentCountsZero: z.boolean().optional(),
  retention: retention.optional(),
});

/** The `details` of a 409 are the settings as they are. */
export const changeSettings = endpoint('PATCH /settings', adminOnly('full'), {
  act: 'settings_changed',
  summary: 'Change settings; every process follows within moments',
  reply: settings,
  body: changes,
  ifMatch: true,
});

/** It is decoded, made small and encoded again, without its metadata. */
export const uploadLogo = endpoint('POST /settings/logo', adminOnly('full'), {
  act: 'settings_changed',
  summary: 'Set the logo: JPEG or PNG, at most 2 MB',
  reply: settings,
  upload: { file: 'image', maxBytes: profileImageLimits.bytes },
  ifMatch: true,
});

export const removeLogo = endpoint('DELETE /settings/logo', adminOnly('full'), {
  act: 'settings_changed',
  summary: 'Go back to having no logo',
  reply: settings,
  ifMatch: true,
  alsoRefuses: ['malformed'],
});

export const settingFields = [
  'name',
  'address',
  'logo',
  'timezone',
  'expectedPercentage',
  'passwords',
  'sessions',
  'secondFactor',
  'needToKnow',
  'absentCountsZero',
  'retention',
  'fileQuotas',
] as const;

const settingChange = z.object({
  id,
  ...changed,
  field: z.enum(settingFields),
  /** In words; null for none, or the default. */
  before: textOrNull,
  after: textOrNull,
});
export type SettingChange = z.infer<typeof settingChange>;

export const settingsHistory = endpoint('GET /settings/history', adminOnly('full'), {
  summary: 'The latest 100 changes of settings, the newest first',
  reply: z.array(settingChange),
});
