import { CampusError } from '../../http/campus-error.ts';

export const noSuchSubject = (): CampusError =>
  new CampusError('not_found', 'There is no such subject.');

export const noSuchTerm = (): CampusError => new CampusError('not_found', 'There is no such term.');

export const noSuchStudent = (): CampusError =>
  new CampusError('not_found', 'There is no student with this e-mail.');
