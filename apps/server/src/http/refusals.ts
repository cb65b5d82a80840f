import type { RecordChange } from '@campus/contract';
import { CampusError } from '../campus-error.ts';

/** 422 about one field, in the same sentence for the person and for the field. */
export const invalid = (field: string, message: string): CampusError =>
  new CampusError('invalid', message, { details: [{ field, message }] });

/** 409 when others have changed `what` since a screen opened it: nothing is overwritten. */
export const refuseChanged = (what: string, changes: readonly RecordChange[]): void => {
  if (changes.length > 0)
    throw new CampusError(
      'conflict',
      `Somebody else has changed ${what} in the meantime. Nothing was overwritten.`,
      { details: changes },
    );
};
