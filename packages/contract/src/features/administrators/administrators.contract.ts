import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { adminOnly } from '../../permissions.ts';
import { email, requiredText } from '../../values/text.ts';
import { personAccount } from '../accounts/accounts.contract.ts';

export const list = endpoint('GET /admins', {
  summary: 'The administrators with their accounts, the deactivated ones too',
  access: adminOnly,
  reply: z.array(personAccount),
});

export const create = endpoint('POST /admins', {
  summary: 'Add an administrator and send an invitation',
  access: adminOnly,
  fresh: true,
  body: z.strictObject({ name: requiredText(200, 'Full Name'), email: email() }),
  reply: personAccount,
  status: 201,
});

const token = z.string({ error: 'The token of the link is missing' }).min(1).max(200);

export const lookAtSetupLink = endpoint('POST /setup/link', {
  summary: 'What the link printed at the start is worth, and what a password needs',
  access: 'public',
  body: z.strictObject({ token }),
  reply: z.object({
    /** `used`: there is an administrator. `unknown`: replaced by that of a later start, or none. */
    state: z.enum(['open', 'used', 'expired', 'unknown']),
    rules: z.array(z.string()),
  }),
});

export const setUp = endpoint('POST /setup', {
  summary: 'Create the first administrator, who can sign in at once',
  access: 'public',
  body: z.strictObject({
    token,
    name: requiredText(200, 'Full Name'),
    email: email(),
    password: z.string({ error: 'Password is missing' }).min(1, 'Password is missing').max(4000),
  }),
  reply: z.object({ email: z.string() }),
  alsoRefuses: ['link_used', 'duplicate'],
  status: 201,
});
