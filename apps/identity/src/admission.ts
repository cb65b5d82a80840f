import type { BetterAuthPlugin } from 'better-auth';
import { Refusal } from './errors.ts';
import type { Account, IdentityOptions } from './identity.ts';

/** Throws for an account whose owner the campus does not let in. */
export async function admit(
  account: Account,
  isActive: IdentityOptions['isActive'],
): Promise<void> {
  if (await isActive(account)) return;
  throw new Refusal('forbidden', 'This account is deactivated. Please contact your administrator.');
}

/** Asks the campus before a session is opened, in whatever way its person has signed in. */
export const admission = (isActive: IdentityOptions['isActive']) =>
  ({
    id: 'campus-admission',
    init: ({ internalAdapter }) => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before({ userId }) {
                const user = await internalAdapter.findUserById(userId);
                if (user) await admit({ subject: user.id, email: user.email }, isActive);
              },
            },
          },
        },
      },
    }),
  }) satisfies BetterAuthPlugin;
