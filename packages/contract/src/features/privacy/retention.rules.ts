/** How long each kind of data may be kept, in months or years; 0 keeps it for ever. */
// oxfmt-ignore
export const retentionLimits = {
  mails: { min: 0, max: 120, unit: 'month', label: 'Sent mails' },
  origins: { min: 0, max: 120, unit: 'month', label: 'Addresses and browsers in the trail' },
  corrections: { min: 0, max: 120, unit: 'month', label: 'Decided correction requests' },
  students: { min: 0, max: 100, unit: 'year', label: 'Personal data of withdrawn students' },
  graduates: { min: 0, max: 100, unit: 'year', label: 'Personal data of graduates' },
} as const;

export type RetentionKind = keyof typeof retentionLimits;
export const retentionKinds = Object.keys(retentionLimits) as RetentionKind[];
export type Retention = Readonly<Record<RetentionKind, number>>;

export const keepsAll: Retention = {
  mails: 0,
  origins: 0,
  corrections: 0,
  students: 0,
  graduates: 0,
};

/**
 * Formats retention as `Decided correction requests: 12 months`, for the history and for those who read
 * the settings.
 */
export const retentionInWords = (retention: Retention): string =>
  retentionKinds
    .filter((kind) => retention[kind] > 0)
    .map((kind) => {
      const { label, unit } = retentionLimits[kind];
      return `${label}: ${retention[kind]} ${unit}${retention[kind] === 1 ? '' : 's'}`;
    })
    .join(', ') || 'Everything is kept';
