/** Which students a list may show. */
export const shownStudents = [
  'active',
  'never_invited',
  'invitation_expired',
  'withdrawn',
  'graduated',
  'deactivated',
  'all',
] as const;
