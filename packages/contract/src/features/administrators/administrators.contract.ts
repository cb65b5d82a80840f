import { z } from 'zod';
import { exportOf } from '../../csv/table-file.contract.ts';
import { adminOnly, endpoint } from '../../endpoint.ts';
import { email, requiredText } from '../../values/requests.ts';
import { duties } from '../../permissions.ts';
import { personAccount } from '../accounts/accounts.contract.ts';

export const list = endpoint('GET /admins', adminOnly('full'), {
  summary: 'All administrators with their accounts, including deactivated ones',
  reply: z.array(personAccount),
});

export const exportList = exportOf(list, 'administrators_exported', 'administrators');

const duty = z.enum(duties).nullable();

export const create = endpoint('POST /admins', adminOnly('full'), {
  act: 'administrator_added',
  summary: 'Add an administrator and send an invitation',
  fresh: true,
  body: z.strictObject({
    name: requiredText(200, 'Full Name'),
    email: email(),
    /** Null, the default, gives full rights. */
    duty: duty.default(null),
  }),
  reply: personAccount,
  status: 201,
});

export const changeDuty = endpoint('PUT /admins/:id/duty', adminOnly('full'), {
  act: 'administrator_duty_changed',
  summary: 'Change an administrator’s duty, or grant full rights; takes effect at once',
  fresh: true,
  body: z.strictObject({ duty }),
  reply: personAccount,
});

const token = z.string({ error: 'The token of the link is missing' }).min(1).max(200);

export const lookAtSetupLink = endpoint('POST /setup/link', 'public', {
  act: null,
  summary: 'Whether the setup link printed at startup is valid, and the rules for passwords',
  body: z.strictObject({ token }),
  reply: z.object({
    /** `used`: there is an administrator. `unknown`: replaced by the link of a later start, or never existed. */
    state: z.enum(['open', 'used', 'expired', 'unknown']),
    rules: z.array(z.string()),
  }),
});

export const setUp = endpoint('POST /setup', 'public', {
  act: 'administrator_added',
  summary: 'Create the first administrator, who can sign in at once',
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
