import { useQueryClient } from '@tanstack/react-query';
import { refreshPeople } from '../../../lib/query.ts';
import { AccountCard } from '../../accounts/account-card.tsx';

/** The account beside a record. What is done with the account is in the record's history too. */
export const PersonAccount = ({ personId }: { readonly personId: string }) => {
  const client = useQueryClient();
  return <AccountCard personId={personId} onDone={() => void refreshPeople(client)} />;
};
