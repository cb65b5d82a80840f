import type { administrators, BodyIn, ReplyOf } from '@campus/contract';
import { apiBase } from '../../lib/addresses.ts';
import { post } from './post.ts';

export type SetupLink = ReplyOf<typeof administrators.lookAtSetupLink>;

export const lookAtSetupLink = (token: string): Promise<SetupLink> =>
  post(`${apiBase()}/setup/link`, { token });

/** Creates the first administrator. @throws Refused */
export const setUp = (body: BodyIn<typeof administrators.setUp>): Promise<{ email: string }> =>
  post(`${apiBase()}/setup`, body);
