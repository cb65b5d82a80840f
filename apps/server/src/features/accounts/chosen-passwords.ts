import { leastForAdministrators } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { holderOfSubject } from './accounts.queries.ts';

/** What the campus asks of the passwords of people in this role, who have these names and addresses. */
export const passwordOwner = (
  { settings }: Pick<Campus, 'settings'>,
  role: string | undefined,
  words: readonly string[] = [],
) => ({
  policy: settings.passwords,
  minLength: role === 'admin' ? leastForAdministrators : 0,
  words: [...words, settings.institution.name ?? ''],
});

/** What it asks of the password of an account, by the person who has it. */
export const passwordOwnerOf = async (
  campus: Campus,
  issuer: string,
  subject: string | undefined,
) => {
  const person =
    subject === undefined ? undefined : await holderOfSubject(campus.db, issuer, subject);
  return passwordOwner(campus, person?.role, person && [person.name, person.email]);
};
