import { identityBase } from '../../lib/addresses.ts';
import { post } from './post.ts';
import type { FoundLink } from './use-link.ts';

export const lookAtLink = (token: string): Promise<FoundLink> =>
  post(`${identityBase()}/password-link`, { token });

/** Sets the password, once. @throws Refused */
export const setPassword = (token: string, newPassword: string): Promise<{ email: string }> =>
  post(`${identityBase()}/reset-password`, { token, newPassword });
