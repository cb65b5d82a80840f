import { leastForAdministrators } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { holderOfSubject } from './accounts.queries.ts';

/** What the campus asks of the password of an account, by the person who has it. */
export const passwordOwnerOf = async (
  { db, settings }: Campus,
  issuer: string,
  subject: string,
): Promise<{ minLength: number; words: string[] }> => {
  const person = await holderOfSubject(db, issuer, subject);
  if (!person) return { minLength: 0, words: [] };
  return {
    minLength: person.role === 'admin' ? leastForAdministrators : 0,
    words: [person.name, person.email, settings.institution.name ?? ''],
  };
};
