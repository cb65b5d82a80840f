import { bookFields } from '@campus/contract';
import { type RecordWords, wordsOf } from '../../../ui/record-edit/draft.ts';

const { labels, valueInWords } = wordsOf(bookFields);

/** The words of a book's fields, and of whether it is retired. */
export const bookWords: RecordWords = {
  labels: { ...labels, retired: 'Catalogue' },
  valueInWords: (field, value) => {
    if (field === 'retired') return value === 'true' ? 'Retired' : 'In the catalogue';
    return valueInWords(field, value);
  },
};
