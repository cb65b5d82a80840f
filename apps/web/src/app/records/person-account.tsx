import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AccountCard } from '../../features/accounts/account-card.tsx';
import { accountOptions } from '../../features/accounts/accounts.api.ts';

/** The account beside a record. What is done with the account is in the record's history too. */
export const PersonAccount = ({ personId }: { readonly personId: string }) => {
  const client = useQueryClient();
  const { data } = useQuery(accountOptions(personId));
  const active = data && data.state !== 'deactivated';
  useEffect(() => {
    if (active !== undefined) void client.invalidateQueries({ queryKey: ['people'] });
  }, [client, active]);
  return <AccountCard personId={personId} />;
};
