import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { currentUrl, navigateTo, setUpPath } from '../../../lib/navigation.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/page.tsx';
import { Dialog, useAction } from '../../../ui/actions.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { signInUnreachable } from '../message-box.tsx';
import { readDemo } from '../demo.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { factorState, prepareSetUp, renewRecoveryCodes, turnOff } from './second-factor.ts';
import classes from './second-factor.module.css';

/** The signed-in person's second factor. */
export const AuthenticatorCard = () => {
  const query = useQuery(factorState);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(false);
  const needed = useSession()?.role === 'admin' && readDemo() === null;
  const act = useAction({
    run: (what: () => Promise<unknown>) => what(),
    failed: signInUnreachable,
    refreshes: ['/identity/second-factor'],
  });
  const openSetUp = (): void => navigateTo(setUpPath(currentUrl()));
  const setUp = (): void => act.mutate(() => prepareSetUp().then(openSetUp));
  const replace = (): void => act.mutate(() => turnOff().then(openSetUp));
  const off = (): void =>
    act.mutate(() => turnOff().then(() => notifySuccess('Your authenticator app is turned off.')));
  const renew = (): void =>
    act.mutate(async () => {
      setCodes((await renewRecoveryCodes()).recoveryCodes);
      setShown(true);
    });
  const busy = act.isPending;

  return (
    <Card title="Authenticator app">
      <Loaded query={query} what="authenticator app" rows={1} columns={2}>
        {({ enabled, recoveryCodesLeft }) =>
          enabled ? (
            <>
              <div className={classes['row']}>
                <div>
                  Six digits every 30 seconds
                  <small>
                    {needed
                      ? 'Asked for at each sign-in; administrators need it'
                      : 'Asked for at each sign-in'}
                  </small>
                </div>
                <Badge tone="good" icon={IconCircleCheck}>
                  On
                </Badge>
                <Button variant="default" disabled={busy} onClick={replace}>
                  Replace
                </Button>
                {!needed && (
                  <Button variant="default" disabled={busy} onClick={off}>
                    Turn off
                  </Button>
                )}
              </div>
              <div className={classes['row']}>
                <div>
                  Recovery codes
                  <small>{recoveryCodesLeft} of 10 left</small>
                </div>
                <Button variant="default" disabled={busy} onClick={renew}>
                  New codes
                </Button>
              </div>
            </>
          ) : (
            <div className={classes['row']}>
              <div>
                Not set up
                <small>Anyone who learns your password can sign in.</small>
              </div>
              <Button variant="light" disabled={busy} onClick={setUp}>
                Set up
              </Button>
            </div>
          )
        }
      </Loaded>
      <Dialog opened={shown} onClose={() => setShown(false)} title="New recovery codes">
        <p className={classes['text']}>The old ones no longer work.</p>
        <RecoveryCodes codes={codes} />
      </Dialog>
    </Card>
  );
};
