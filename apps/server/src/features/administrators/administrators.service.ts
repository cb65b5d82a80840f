import type { administrators, BodyOf, PersonAccount } from '@campus/contract';
import type { Campus } from '../../campus.ts';
import { refuseDuplicates } from '../../db/constraints.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type AccountsService, listHolders, queueTask } from '../accounts/index.ts';
import { insertAdministrator } from './administrators.queries.ts';

export const readAdministrators = async (
  campus: Campus,
  accounts: AccountsService,
): Promise<PersonAccount[]> =>
  accounts.readMany(await listHolders(campus.db, `role = 'admin' order by active desc, name, id`));

/** Adds an administrator, who gets an invitation like everybody. */
export const createAdministrator = async (
  campus: Campus,
  accounts: AccountsService,
  administrator: BodyOf<typeof administrators.create>,
): Promise<PersonAccount> => {
  const duplicates = { people_email_key: 'This e-mail belongs to someone already.' };
  const id = await refuseDuplicates(duplicates, () =>
    inTransaction(campus.db, async (tx) => {
      const added = await insertAdministrator(tx, administrator);
      await queueTask(tx, 'invitation', added);
      return added;
    }),
  );
  return accounts.read(id);
};
