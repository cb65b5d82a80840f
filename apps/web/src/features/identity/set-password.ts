import { askIdentity } from '../../lib/ask-identity.ts';
import { reply } from './post.ts';
import type { FoundLink } from './use-link.ts';

export const lookAtLink = (token: string): Promise<FoundLink> =>
  reply(askIdentity('/password-link', { token }));

/** Sets the password, once. @throws Refused */
export const setPassword = (token: string, newPassword: string): Promise<{ email: string }> =>
  reply(askIdentity('/reset-password', { token, newPassword }));
