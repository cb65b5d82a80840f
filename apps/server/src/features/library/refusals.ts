import { CampusError } from '../../http/campus-error.ts';

export const noSuchBook = (): CampusError => new CampusError('not_found', 'There is no such book.');

/** A field that breaks a rule, in the same sentence for the person and for the field. */
export const invalid = (field: string, message: string): CampusError =>
  new CampusError('invalid', message, { details: [{ field, message }] });

/** What cannot be done as things stand on the shelf, with the field that names the thing. */
export const conflict = (message: string, field?: string): CampusError =>
  new CampusError(
    'conflict',
    message,
    field === undefined ? {} : { details: [{ field, message }] },
  );
