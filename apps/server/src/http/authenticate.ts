import type { Actor } from './call.ts';
import { CampusError } from './campus-error.ts';

/** From an `Authorization` header to the person, or a 401. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor>;

/** The token of a bearer header; 401 without one. */
export const bearerToken = (authorization: string | undefined): string => {
  const match = /^Bearer +([^\s]+) *$/i.exec(authorization ?? '');
  if (!match?.[1]) throw new CampusError('unauthenticated');
  return match[1];
};
