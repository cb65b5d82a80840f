import { CampusError } from '../../campus-error.ts';

export const noSuchStudent = (): CampusError =>
  new CampusError('not_found', 'There is no student with this e-mail.');
