import type { administrators } from '@campus/contract';
import { describeAct } from '../../db/acts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { HandlersOf } from '../../http/mount.ts';
import type { IdentityClient } from '../../identity-client.ts';
import { type AccountsService, listHolders, queueTask } from '../accounts/index.ts';
import { insertAdministrator } from './administrators.queries.ts';
import { createSetup } from './setup.service.ts';

export const createAdministrators = (
  accounts: AccountsService,
  identity: IdentityClient,
): HandlersOf<typeof administrators> => ({
  ...createSetup(identity),

  list: async ({ campus }) =>
    accounts.readMany(
      await listHolders(campus.db, `role = 'admin' order by active desc, name, id`),
    ),

  /** Adds an administrator, who gets an invitation like everybody. */
  create: async ({ campus, body }) => {
    const duplicates = { people_email_key: 'This e-mail belongs to someone already.' };
    const id = await inTransaction(campus.db, duplicates, async (tx) => {
      const added = await insertAdministrator(tx, body);
      await queueTask(tx, 'invitation', added);
      describeAct({ recordId: added });
      return added;
    });
    return accounts.read(id);
  },
});
