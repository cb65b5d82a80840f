import { z } from 'zod';
import { rowOf } from './database.ts';
import type { IdentityRequest } from './endpoint.ts';
import type { AccountActKind, Parts } from './identity.ts';

/** Tells the campus of an act with an account, by its subject or by the e-mail that was entered. */
export const tellAct = async (
  { pool, onAct }: Parts,
  { id, ip, userAgent }: Pick<IdentityRequest, 'id' | 'ip' | 'userAgent'>,
  kind: AccountActKind,
  who: { readonly subject: string } | { readonly email: string },
): Promise<void> => {
  const account =
    'email' in who
      ? { email: who.email, subject: undefined }
      : await rowOf(
          pool,
          { email: z.string(), subject: z.string() },
          'select email, id::text as subject from "user" where id::text = $1',
          [who.subject],
        );
  const browser = userAgent.replaceAll('\0', '').slice(0, 400);
  if (account) await onAct({ kind, ...account, requestId: id, address: ip, browser });
};
