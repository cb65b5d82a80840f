import { CampusError } from '../../campus-error.ts';

export const noSuchBook = (): CampusError => new CampusError('not_found', 'There is no such book.');

/** What cannot be done as things stand on the shelf, with the field that names the thing. */
export const conflict = (message: string, field?: string): CampusError =>
  new CampusError(
    'conflict',
    message,
    field === undefined ? {} : { details: [{ field, message }] },
  );
