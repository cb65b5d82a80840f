import { CampusError } from '../../campus-error.ts';

export const noSuchExam = (): CampusError => new CampusError('not_found', 'There is no such exam.');
