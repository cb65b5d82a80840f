import { CampusError } from '../../campus-error.ts';

export const noSuchAssignment = (): CampusError =>
  new CampusError('not_found', 'There is no such assignment.');
export const noSuchFile = (): CampusError =>
  new CampusError('not_found', 'There is no such file, or it was taken away.');
export const noSuchStudent = (): CampusError =>
  new CampusError('not_found', 'There is no student with this e-mail.');

/** `2026-03-11T23:59` as a sentence says it. */
export const said = (minute: string): string => minute.replace('T', ' at ');
