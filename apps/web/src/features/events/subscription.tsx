import { events } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { apiBase } from '../../lib/base-urls.ts';
import { call } from '../../lib/call.ts';
import { dayOfInstant } from '../../lib/instant.ts';
import { useReply } from '../../lib/query.ts';
import { FallbackNote, Loading } from '../../ui/loaded.tsx';
import { TextField } from '../../ui/fields.tsx';
import { IconButton, useAction } from '../../ui/actions.tsx';
import { copyText } from '../../ui/toasts.tsx';
import classes from './events.module.css';

const copy = (address: string): Promise<unknown> =>
  copyText(
    address,
    'Address copied',
    'The address could not be copied. Please select and copy it yourself.',
  );

const Address = ({ address }: { readonly address: string }) => (
  <>
    <TextField
      label="Your private address"
      description="It is shown only once. Anyone who has it can read your calendar."
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

/** A private address for calendar programs; discarded here when its dialog is closed. */
export const Subscription = () => {
  const state = useReply(events.feedState);
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
  if (!state.isFetched) return <Loading text="Loading..." />;
  if (!state.data) return <FallbackNote what="Your address" onRetry={state.refetch} />;
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
