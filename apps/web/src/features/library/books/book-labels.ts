import { bookFields } from '@campus/contract';
import { type RecordLabels, wordsOf } from '../../../ui/use-record-edit.ts';

const { labels, valueInWords } = wordsOf(bookFields);

/** Labels and formatted values for a book's fields, and for whether it is retired. */
export const bookLabels: RecordLabels = {
  labels: { ...labels, retired: 'Catalogue' },
  valueInWords: (field, value) => {
    if (field === 'retired') return value === 'true' ? 'Retired' : 'In the catalogue';
    return valueInWords(field, value);
  },
};
