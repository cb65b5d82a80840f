import type { AccountAction, PersonAccount } from '@campus/contract';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import { actionLabels } from './account-action-labels.ts';
import { accountOptions, act, administratorsOptions } from './accounts.api.ts';
import classes from './account-card.module.css';

interface AccountActionsProps {
  readonly account: PersonAccount;
  /** Something was done. */
  readonly onDone?: (() => void) | undefined;
}

/** What may be done with an account as it stands; asks first where a person would be signed out. */
export const AccountActions = ({ account, onDone }: AccountActionsProps) => {
  const client = useQueryClient();
  const [asking, setAsking] = useState<AccountAction | null>(null);
  /** The last question: its words stay while the dialog fades away. */
  const [asked, setAsked] = useState<AccountAction>('deactivate');
  const change = useMutation({
    mutationFn: (action: AccountAction) => act(account.personId, action),
    onSuccess: async (now, action) => {
      client.setQueryData(accountOptions(account.personId).queryKey, now);
      notifySuccess(actionLabels[action].done);
      onDone?.();
      await client.invalidateQueries({ queryKey: administratorsOptions.queryKey });
    },
    onError: async (error) => {
      notifyError(errorText(error, 'The account could not be changed'));
      // What was offered here is no longer so.
      await client.invalidateQueries({ queryKey: accountOptions(account.personId).queryKey });
    },
    onSettled: () => setAsking(null),
  });
  const choose = (action: AccountAction): void => {
    if (!actionLabels[action].question) return change.mutate(action);
    setAsked(action);
    setAsking(action);
  };

  return (
    <div className={classes['actions']}>
      {account.actions.map((action) => {
        const { icon: Icon, label } = actionLabels[action];
        return (
          <Button
            key={action}
            variant="default"
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            disabled={change.isPending}
            onClick={() => choose(action)}
          >
            {label}
          </Button>
        );
      })}
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={`${actionLabels[asked].label}?`}
        busy={change.isPending}
        confirmLabel={actionLabels[asked].label}
        onConfirm={() => asking && change.mutate(asking)}
      >
        {actionLabels[asked].question?.(account)}
      </ConfirmDialog>
    </div>
  );
};
