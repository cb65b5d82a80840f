import type { Role } from '../../permissions.ts';
import { profileImageProblem } from '../profiles/profile-image.rules.ts';
import type { FileQuotas, PasswordDemands, SessionLimits } from './settings.contract.ts';

/** Lengths in characters; percentages in percent. */
export const settingsLimits = {
  name: 120,
  address: 500,
  maxMinimum: 128,
  percentage: { min: 1, max: 100 },
  sessions: { administratorHours: { min: 1, max: 24 }, otherDays: { min: 1, max: 30 } },
  /** In GB. */
  fileQuotas: {
    person: { min: 1, max: 1000 },
    assignment: { min: 1, max: 10_000 },
    campus: { min: 1, max: 1_000_000 },
  },
} as const;

export const svgLogo =
  'SVG images are not taken: they can carry scripts. Please save the logo as PNG and choose that file.';

/** Returns why a chosen file cannot be the logo, judging by what the browser says of it; null if it can. */
export const logoProblem = (file: Parameters<typeof profileImageProblem>[0]): string | null =>
  file.type.toLowerCase() === 'image/svg+xml' ? svgLogo : profileImageProblem(file);

/**
 * Returns whether this is an IANA name known to this computer. Offsets such as +02:00 are refused:
 * PostgreSQL reads their sign the other way round, and they have no daylight saving.
 */
export const isTimeZone = (zone: string): boolean => {
  if (!/^[a-z][a-z0-9_+/-]*$/i.test(zone)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

export const defaultSessionLimits: SessionLimits = { administratorHours: 12, otherDays: 7 };

/** Returns how many hours a session of this role may last. */
export const sessionHours = (
  role: Role,
  { administratorHours, otherDays }: SessionLimits,
): number => (role === 'admin' ? administratorHours : otherDays * 24);

/** Formats hours as `12 hours`, or `7 days` if they are whole days. */
export const hoursInWords = (hours: number): string => {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** For the history and for the person who reads the settings. */
export const sessionsInWords = (limits: SessionLimits): string =>
  `Administrators ${hoursInWords(sessionHours('admin', limits))}, others ${hoursInWords(sessionHours('student', limits))}`;

export const defaultFileQuotas: FileQuotas = { person: 5, assignment: 100, campus: 1000 };

/** For the history and for those who read the settings. */
export const fileQuotasInWords = ({ person, assignment, campus }: FileQuotas): string =>
  `${person} GB a person, ${assignment} GB an assignment, ${campus} GB in all`;

/** Minimum length of an administrator’s password, even if the policy requires less. */
export const minForAdministrators = 12;

/** Such as `At least 8 characters, a digit`; for the history and for the person who reads the settings. */
export const passwordInWords = (demands: PasswordDemands): string =>
  [
    `At least ${demands.minLength} characters`,
    demands.upperAndLower && 'an upper-case and a lower-case letter',
    demands.digit && 'a digit',
    demands.symbol && 'a symbol',
  ]
    .filter(Boolean)
    .join(', ');

/** Returns where a requested policy falls short of the configured minimum, by field; empty if it may be set. */
export const passwordProblems = (
  wanted: PasswordDemands,
  least: PasswordDemands,
): { readonly field: keyof PasswordDemands; readonly message: string }[] => {
  const longer = `This server is configured for at least ${least.minLength} characters`;
  const kept = 'This server is configured to ask for it in any case';
  const [length, others] = ['minLength', ['upperAndLower', 'digit', 'symbol']] as const;
  return [
    ...(wanted[length] < least[length] ? [{ field: length, message: longer }] : []),
    ...others
      .filter((field) => least[field] && !wanted[field])
      .map((field) => ({ field, message: kept })),
  ];
};
