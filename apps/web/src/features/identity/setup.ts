import type { administrators, BodyIn } from '@campus/contract';
import { apiBase } from '../../lib/addresses.ts';
import { post } from './post.ts';
import type { FoundLink } from './use-link.ts';

export type FirstAdministrator = BodyIn<typeof administrators.setUp>;

export const lookAtSetupLink = (token: string): Promise<FoundLink> =>
  post(`${apiBase()}/setup/link`, { token });

/** Creates the first administrator. @throws Refused */
export const setUp = (body: FirstAdministrator): Promise<{ email: string }> =>
  post(`${apiBase()}/setup`, body);
