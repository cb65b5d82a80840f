import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto';
import { z } from 'zod';

const body = z.object({ subject: z.string() });
const model = 'twoFactor';

const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () => {
    const code = generateRandomString(10, 'a-z', '0-9');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

/**
 * What better-auth's twoFactor plugin does only after it has checked a password itself: here every
 * password is checked by signing in, and a session is fresh or not. Its rows are as that plugin
 * reads them. Reached by `auth.ts` alone: none of its routes are mounted.
 */
export const factorKeeper = {
  id: 'campus-factor-keeper',
  endpoints: {
    /** A new secret, of no effect before a code of it was confirmed. */
    beginFactor: createAuthEndpoint(
      '/campus/begin-factor',
      { method: 'POST', body },
      async ({ body: { subject: userId }, context: { adapter, secretConfig }, json }) => {
        // As bytes 160 bits, which is 32 letters to type.
        const secret = generateRandomString(20);
        const encrypt = (data: string) => symmetricEncrypt({ key: secretConfig, data });
        await adapter.deleteMany({ model, where: [{ field: 'userId', value: userId }] });
        await adapter.create({
          model,
          data: {
            userId,
            secret: await encrypt(secret),
            backupCodes: await encrypt(JSON.stringify(newRecoveryCodes())),
            verified: false,
          },
        });
        return json({ secret });
      },
    ),
    /** In place of those there are. */
    renewRecoveryCodes: createAuthEndpoint(
      '/campus/renew-recovery-codes',
      { method: 'POST', body },
      async ({ body: { subject: userId }, context: { adapter, secretConfig }, json }) => {
        const codes = newRecoveryCodes();
        await adapter.update({
          model,
          where: [{ field: 'userId', value: userId }],
          update: {
            backupCodes: await symmetricEncrypt({
              key: secretConfig,
              data: JSON.stringify(codes),
            }),
          },
        });
        return json({ codes });
      },
    ),
  },
} satisfies BetterAuthPlugin;
