import type { RecordChange } from '@campus/contract';
import { isConflict } from './call-error.ts';

const isChange = (entry: unknown): entry is RecordChange =>
  typeof entry === 'object' && entry !== null && 'field' in entry && 'changedBy' in entry;

/** What others have changed meanwhile, when an error says that; else nothing. */
export const conflictOf = (error: unknown): readonly RecordChange[] =>
  isConflict(error) ? error.details.filter(isChange) : [];
