import type { Actor } from './call.ts';
import { CampusError } from '../campus-error.ts';

/** From an `Authorization` header to the person, or a 401. */
export type Authenticate = (authorization: string | undefined) => Promise<Actor>;

/** The token of a bearer header; 401 without one. */
export const bearerToken = (authorization: string | undefined): string => {
  // Cut, not matched: this runs at each request, and what is no token is refused by its signature.
  const scheme = authorization?.slice(0, 7).toLowerCase();
  const token = scheme === 'bearer ' ? authorization?.slice(7).trim() : undefined;
  if (!token) throw new CampusError('unauthenticated');
  return token;
};
