import type { RecordChange } from '@campus/contract';
import { CampusError } from '../../http/campus-error.ts';

export const noSuchAssignment = (): CampusError =>
  new CampusError('not_found', 'There is no such assignment.');
export const noSuchSubject = (): CampusError =>
  new CampusError('not_found', 'There is no such subject.');
export const noSuchTerm = (): CampusError => new CampusError('not_found', 'There is no such term.');
export const noSuchFile = (): CampusError =>
  new CampusError('not_found', 'There is no such file, or it was taken away.');
export const noSuchStudent = (): CampusError =>
  new CampusError('not_found', 'There is no student with this e-mail.');
export const nothingHandedIn = (): CampusError =>
  new CampusError('conflict', 'This student has not handed in anything yet.');

/** When others have changed what a screen started from: nothing is overwritten, and it says what. */
export const refuseChanged = (what: string, changes: readonly RecordChange[]): void => {
  if (changes.length > 0)
    throw new CampusError(
      'conflict',
      `Somebody else has changed ${what} in the meantime. Nothing was overwritten.`,
      { details: changes },
    );
};

/** A field that breaks a rule, in the same sentence for the person and for the field. */
export const invalid = (field: string, message: string): CampusError =>
  new CampusError('invalid', message, { details: [{ field, message }] });

/** `2026-03-11T23:59` as a sentence says it. */
export const said = (minute: string): string => minute.replace('T', ' at ');
