import { termFields } from '@campus/contract';
import { columnsOf, selectionOf, type StorageOf } from '../../db/stored-fields.ts';

export const termColumns = columnsOf(termFields, {
  name: 'terms.name',
  startsOn: 'terms.starts_on',
  endsOn: 'terms.ends_on',
} satisfies StorageOf<typeof termFields, 'terms'>);

export const termSelection = selectionOf<typeof termFields>(termColumns);
