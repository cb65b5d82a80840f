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
  /** A digest of the picture; null if there is none. */
  logo: textOrNull,
});
export type Institution = z.infer<typeof institution>;

const wholeNumber = (what: string, { min, max }: { min: number; max: number }) =>
  z
    .int(`Please enter a whole number of ${what}`)
    .min(min, `Please enter at least ${min}`)
    .max(max, `Please enter at most ${max}`);

/** The rules for new passwords. */
const passwords = z.strictObject({
  minLength: z
    .int('The minimum length must be a whole number')
    .min(1, 'The minimum length must be at least 1')
    .max(limits.maxMinimum, `The minimum length is at most ${limits.maxMinimum}`),
  upperAndLower: z.boolean(),
  digit: z.boolean(),
  symbol: z.boolean(),
});
export type PasswordDemands = z.infer<typeof passwords>;

/** How long after sign-in a session ends, however much it is used. */
const sessions = z.strictObject({
  administratorHours: wholeNumber('hours', limits.sessions.administratorHours),
  /** For teachers and students. */
  otherDays: wholeNumber('days', limits.sessions.otherDays),
});
export type SessionLimits = z.infer<typeof sessions>;

/** GB that may be stored with assignments. */
const fileQuotas = z.strictObject({
  /** Per person. */
  person: wholeNumber('GB', limits.fileQuotas.person),
  /** Per assignment: its own files and everything handed in. */
  assignment: wholeNumber('GB', limits.fileQuotas.assignment),
  /** For all assignments together. */
  campus: wholeNumber('GB', limits.fileQuotas.campus),
});
export type FileQuotas = z.infer<typeof fileQuotas>;

/** Months or years for which each kind of data is kept; 0 keeps it for ever. */
const retention = byKind((kind) =>
  wholeNumber(`${retentionLimits[kind].unit}s`, retentionLimits[kind]),
);

/** An address that sends forwarded headers (`X-Forwarded-For`…) although it is not listed in `TRUST_PROXY`. */
const untrustedProxy = z.object({ header: z.string(), address: z.string() });
export type UntrustedProxy = z.infer<typeof untrustedProxy>;

export const settings = z.object({
  version: z.int(),
  institution,
  /** In force now. */
  timezone: z.string(),
  /** Null while the configured time zone is in force. */
  ownTimezone: textOrNull,
  startTimezone: z.string(),
  /** Attendance below this percentage is low. */
  expectedPercentage: z.int(),
  sessions,
  fileQuotas,
  /** In force now. */
  passwords,
  /** The minimum the server is configured to require. */
  leastPasswords: passwords,
  /** The first one seen since this process started; null if none, or if `TRUST_PROXY` is set. */
  untrustedProxy: untrustedProxy.nullable(),
  /** Whether teachers need a second factor. Outside a demo administrators always do. */
  teachersNeedFactor: z.boolean(),
  /** Teachers see date of birth and address only of students they teach. */
  needToKnow: z.boolean(),
  /** A missed exam counts as 0 marks in every score; closed terms keep the rule they were closed with. */
  absentCountsZero: z.boolean(),
  retention,
});
export type Settings = z.infer<typeof settings>;

export const readInstitution = endpoint('GET /institution', 'public', {
  summary: 'The institution’s name, address and logo',
  reply: institution,
});

export const readLogo = endpoint('GET /institution/logo', 'public', {
  summary: 'The institution’s logo',
  file: { types: ['image/jpeg', 'image/png'] },
  alsoRefuses: ['not_found'],
});

export const readSettings = endpoint('GET /settings', adminOnly('full'), {
  summary: 'All settings, with the version to send when changing them',
  reply: settings,
});

const changes = z.strictObject({
  name: changedText(limits.name, 'Institution name').refine(
    (name) => !/\p{Cc}/u.test(name ?? ''),
    'Institution name must be one line',
  ),
  address: changedText(limits.address, 'Address'),
  /** Null returns to the configured time zone. */
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

/** The `details` of a 409 are the current settings. */
export const changeSettings = endpoint('PATCH /settings', adminOnly('full'), {
  act: 'settings_changed',
  summary: 'Change settings; every process applies them within moments',
  reply: settings,
  body: changes,
  ifMatch: true,
});

/** The picture is decoded, scaled down and re-encoded, without its metadata. */
export const uploadLogo = endpoint('POST /settings/logo', adminOnly('full'), {
  act: 'settings_changed',
  summary: 'Set the logo: JPEG or PNG, at most 2 MB',
  reply: settings,
  upload: { file: 'image', maxBytes: profileImageLimits.bytes },
  ifMatch: true,
});

export const removeLogo = endpoint('DELETE /settings/logo', adminOnly('full'), {
  act: 'settings_changed',
  summary: 'Remove the logo',
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
  /** In words; null for none or the default. */
  before: textOrNull,
  after: textOrNull,
});
export type SettingChange = z.infer<typeof settingChange>;

export const settingsHistory = endpoint('GET /settings/history', adminOnly('full'), {
  summary: 'The latest 100 changes to settings, newest first',
  reply: z.array(settingChange),
});
