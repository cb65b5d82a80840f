import { identityBase } from '../../lib/addresses.ts';
import { post } from './post.ts';

export interface PasswordLink {
  readonly state: 'open' | 'used' | 'expired' | 'unknown';
  readonly rules: readonly string[];
}

/** What the link of a mail is worth, and what a password needs. */
export const lookAtLink = (token: string): Promise<PasswordLink> =>
  post(`${identityBase()}/password-link`, { token });

/** Sets the password, once. @throws Refused */
export const setPassword = (token: string, newPassword: string): Promise<{ email: string }> =>
  post(`${identityBase()}/reset-password`, { token, newPassword });
