import { leastForAdministrators } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { holderOfSubject } from './accounts.queries.ts';
import type { PasswordOwner } from './identity-door.ts';

/** What the campus asks of the password of whoever has this account, if anybody has. */
export const passwordOwnerOf = async (
  { db, settings }: Campus,
  issuer: string,
  subject: string,
): Promise<PasswordOwner> => {
  const person = await holderOfSubject(db, issuer, subject);
  if (!person) return { minLength: 0, words: [] };
  return {
    minLength: person.role === 'admin' ? leastForAdministrators : 0,
    words: [person.name, person.email, settings.institution.name ?? ''],
  };
};
