import { bookFields } from '@campus/contract';
import { type RecordLabels, labelsFor } from '../../../ui/use-record-edit.ts';

const { labels, formatValue } = labelsFor(bookFields);

/** Labels and formatted values for a book's fields, and for whether it is retired. */
export const bookFieldLabels: RecordLabels = {
  labels: { ...labels, retired: 'Catalogue' },
  formatValue: (field, value) => {
    if (field === 'retired') return value === 'true' ? 'Retired' : 'In the catalogue';
    return formatValue(field, value);
  },
};
