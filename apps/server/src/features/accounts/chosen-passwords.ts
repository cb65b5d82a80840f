import { minForAdministrators } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { holderOfSubject } from './accounts.queries.ts';

/** What the campus requires of the passwords of people in this role; `words` are their names and addresses. */
export const passwordOwner = (
  { settings }: Pick<Campus, 'settings'>,
  role: string | undefined,
  words: readonly string[] = [],
) => ({
  policy: settings.passwords,
  minLength: role === 'admin' ? minForAdministrators : 0,
  words: [...words, settings.institution.name ?? ''],
});

/** As `passwordOwner`, for the person who has the account. */
export const passwordOwnerOf = async (
  campus: Campus,
  issuer: string,
  subject: string | undefined,
) => {
  const person =
    subject === undefined ? undefined : await holderOfSubject(campus.db, issuer, subject);
  return passwordOwner(campus, person?.role, person && [person.name, person.email]);
};
