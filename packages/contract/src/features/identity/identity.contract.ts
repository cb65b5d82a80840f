import { z } from 'zod';
import { endpoint, everyone } from '../../endpoint.ts';
import { roles } from '../../permissions.ts';

export const login = endpoint('POST /auth/login', 'public', {
  act: 'signed_in',
  summary: 'Exchange the identity service’s ID token for the campus person it belongs to',
  body: z.strictObject({ idToken: z.string({ error: 'idToken is missing' }).min(1).max(16_384) }),
  reply: z.object({
    status: z.literal('success'),
    role: z.enum(roles),
    email: z.string(),
    name: z.string(),
    redirectUrl: z.string(),
  }),
  alsoRefuses: ['unauthenticated', 'no_campus_account', 'second_factor_needed'],
  refusalStatus: 'error',
});

export const logout = endpoint('POST /auth/logout', everyone, {
  act: 'signed_out',
  summary: 'Sign out: every ID token issued to this person until now stops working',
});
