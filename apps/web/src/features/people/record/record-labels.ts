import type { Fields } from '@campus/contract';
import { formatDay } from '../../../lib/day.ts';
import { type RecordLabels, labelsFor } from '../../../ui/use-record-edit.ts';

/** Labels of history entries that are not about a field. */
const otherLabels = {
  active: 'Account',
  withdrawnOn: 'Last day',
  graduated: 'Graduated',
  repeats: 'Repeats the semester',
  awayFrom: 'On leave from',
  awayUntil: 'On leave until',
  awayReason: 'Reason of the leave',
  profileImage: 'Picture',
  sessions: 'Sessions',
  universityAccount: 'University Account',
  secondFactor: 'Second Factor',
  erased: 'Personal Data',
};

/** What happened, for history entries whose values do not say it. */
export const actInWords = (
  field: string,
  before: string | null,
  after: string | null,
): string | null => {
  if (field === 'erased') return 'Erased';
  if (field === 'profileImage') return before === null ? 'Added' : 'Replaced';
  if (field === 'sessions') return 'Ended';
  if (field === 'secondFactor')
    return after === 'operator' ? 'Reset by the operator of the server' : 'Reset';
  if (field === 'universityAccount') return 'Unlinked';
  // Other changes have a value before or after.
  return before === null && after === null ? 'No longer kept' : null;
};

/** Labels and formatted values for a person's fields and the other entries of the history. */
export const personLabels = (fields: Fields): RecordLabels => {
  const { labels, formatValue } = labelsFor(fields);
  return {
    labels: { ...labels, ...otherLabels },
    formatValue: (field, value) => {
      if (field === 'graduated' || field === 'repeats') return value === 'true' ? 'Yes' : 'No';
      if (field === 'active') return value === 'true' ? 'Active' : 'Deactivated';
      return ['withdrawnOn', 'awayFrom', 'awayUntil'].includes(field) && value
        ? formatDay(value)
        : formatValue(field, value);
    },
  };
};
