import { CampusError } from '../../http/campus-error.ts';

export const noSuchExam = (): CampusError => new CampusError('not_found', 'There is no such exam.');

export const noSuchSubject = (): CampusError =>
  new CampusError('not_found', 'There is no such subject.');

/** A field that breaks a rule, in the same sentence for the person and for the field. */
export const invalid = (field: string, message: string): CampusError =>
  new CampusError('invalid', message, { details: [{ field, message }] });
