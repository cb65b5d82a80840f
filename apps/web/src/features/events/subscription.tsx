import { events } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiBase } from '../../lib/addresses.ts';
import { call } from '../../lib/call.ts';
import { dayOfInstant } from '../../lib/instant.ts';
import { queryOf } from '../../lib/query.ts';
import { FallbackNote } from '../../ui/fallback-note.tsx';
import { TextField } from '../../ui/fields.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import { useAction } from '../../ui/use-action.ts';
import classes from './events.module.css';

const feedQuery = queryOf(events.feedState);

const copy = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(address);
    notifySuccess('Address copied');
  } catch {
    // The browser may forbid it; the field can be copied by hand.
    notifyError('The address could not be copied. Please select and copy it yourself.');
  }
};

const Address = ({ address }: { readonly address: string }) => (
  <>
    <TextField
      label="Your private address"
      description="It is shown this once. Anyone who has it reads your calendar."
      readOnly
      value={address}
      onFocus={(event) => event.currentTarget.select()}
    />
    <div className={classes['choices']}>
      <IconButton icon={IconCopy} onClick={() => void copy(address)}>
        Copy
      </IconButton>
      <a href={address.replace(/^https?:/, 'webcal:')}>Open in a calendar program</a>
    </div>
  </>
);

/** A private address for calendar programs; forgotten here as soon as its dialog is closed. */
export const Subscription = () => {
  const state = useQuery(feedQuery);
  const [address, setAddress] = useState<string | null>(null);
  const after = {
    failed: 'That did not work. Please try again.',
    refreshes: [events.feedState.path],
  };
  const renew = useAction({
    run: () => call(events.renewFeed),
    onDone: ({ path }) => setAddress(new URL(`${apiBase()}${path}`, window.location.href).href),
    ...after,
  });
  const revoke = useAction({
    run: () => call(events.revokeFeed),
    done: () => 'Your address no longer works',
    onDone: () => setAddress(null),
    ...after,
  });
  const busy = renew.isPending || revoke.isPending;
  if (state.isPending) return <Loading text="Loading..." />;
  if (!state.data) return <FallbackNote what="Your address" onRetry={() => void state.refetch()} />;
  const { createdAt } = state.data;
  return (
    <div className={classes['address']}>
      <p>
        Your calendar program can follow Campus: events, holidays, your exams and deadlines, kept up
        to date.
      </p>
      {address !== null && <Address address={address} />}
      {address === null && createdAt !== null && (
        <p>
          You have had a private address since {dayOfInstant(createdAt)}. It was shown once; a new
          one takes its place.
        </p>
      )}
      <div className={classes['choices']}>
        {address === null && (
          <Button disabled={busy} onClick={() => renew.mutate()} data-autofocus>
            {createdAt === null ? 'Create Address' : 'Create New Address'}
          </Button>
        )}
        {createdAt !== null && (
          <Button variant="subtle" color="brick" disabled={busy} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        )}
      </div>
    </div>
  );
};
