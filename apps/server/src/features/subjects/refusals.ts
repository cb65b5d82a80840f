import { CampusError } from '../../campus-error.ts';

export const noSuchTerm = (): CampusError => new CampusError('not_found', 'There is no such term.');

export const noSuchSubject = (): CampusError =>
  new CampusError('not_found', 'There is no such subject.');

export const refuseClosed = (term: { readonly name: string; readonly state: string }): void => {
  if (term.state === 'closed')
    throw new CampusError(
      'conflict',
      `${term.name} is closed. What belongs to it can be read, but not changed.`,
    );
};
