import { hoursInWords } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconLogout, IconMapPin } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { countOf } from '../../../lib/count.ts';
import { afterFrame } from '../../../lib/after-frame.ts';
import { firebaseMeta } from '../../../lib/identity-client.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { useSession } from '../../../lib/use-session.ts';
import { CardStack } from '../../../ui/card-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { useQuestion } from '../../../ui/use-action.ts';
import { ChangePasswordCard } from '../change-password/change-password-card.tsx';
import { AuthenticatorCard } from '../second-factor/authenticator-card.tsx';
import { deviceOf } from '../../../lib/device.ts';
import { endSessions, sessionsQuery, type SignedInBrowser } from './sessions.api.ts';
import classes from './security.module.css';

const SessionRow = (props: { readonly session: SignedInBrowser; readonly onEnd: () => void }) => {
  const { here, userAgent, network, since, lastUsed } = props.session;
  const { name, icon: DeviceIcon } = deviceOf(userAgent);
  return (
    <li className={classes['session']}>
      <span className={classes['icon']}>
        <DeviceIcon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes['what']}>
        <strong>{here ? `${name}, this one` : name}</strong>
        <small>
          {network && `${network} · `}since {timeOfInstant(since)}
          {!here && ` · used ${timeOfInstant(lastUsed)}`}
        </small>
      </span>
      {here ? (
        <span className={classes['here']}>
          <IconMapPin size={17} stroke={1.75} aria-hidden />
          Here
        </span>
      ) : (
        <Button
          variant="subtle"
          color="brick"
          aria-label={`End ${name}, since ${timeOfInstant(since)}`}
          onClick={props.onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
};

/** Where the person is signed in, and the way to end it. */
const SessionsCard = () => {
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const hours = useQuery(campusQuery).data?.sessionHours;
  const list = useRef<HTMLUListElement>(null);
  const others = query.data?.filter(({ here }) => !here).length ?? 0;
  const ending = useQuestion({
    run: (what: SignedInBrowser | 'others') => endSessions(what === 'others' ? null : what.id),
    done: (_, what) =>
      what === 'others' ? 'All other sessions are ended' : 'The session is ended',
    failed: 'The session could not be ended. Please try again.',
    onDone: (left) => {
      client.setQueryData(sessionsQuery.queryKey, left);
      // The button that asked may be gone with its row.
      afterFrame(() => list.current?.focus());
    },
  });
  const { asked, ask } = ending;
  return (
    <Card title="Signed in">
      <Loaded
        query={query}
        what="sessions"
        failed="Your sessions could not be loaded."
        rows={3}
        columns={2}
      >
        {(sessions) => (
          <ul className={classes['sessions']} ref={list} tabIndex={-1} aria-label="Signed in">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => ask(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      <div className={classes['foot']}>
        <span>
          {hours !== undefined && `Sessions end by themselves after ${hoursInWords(hours)}`}
        </span>
        {others > 0 && (
          <IconButton
            icon={IconLogout}
            variant="subtle"
            color="brick"
            onClick={() => ask('others')}
          >
            End all others
          </IconButton>
        )}
      </div>
      <ConfirmDialog
        {...ending.dialog}
        title={asked === 'others' ? 'End all other sessions?' : 'End this session?'}
        confirmLabel={asked === 'others' ? `End ${countOf(others, 'Session')}` : 'End Session'}
      >
        {asked !== 'others' && asked && `${deviceOf(asked.userAgent).name} is signed out at once. `}
        {asked === 'others' && 'Every other device is signed out at once. '}
        Work that was not saved there is lost, and there is no undo: anyone who uses it signs in
        again.
      </ConfirmDialog>
    </Card>
  );
};

/** Firebase Authentication looks after it all: nothing of ours would work. */
const KeptElsewhere = () => (
  <Card title="Your sign-in">
    Your password and where you are signed in are looked after by the sign-in service of your
    university. For a new password, sign out and press Forgot Password on the sign-in page.
  </Card>
);

/** How the person who is signed in comes in. The same for all three roles. */
const SecurityPage = () => {
  const name = useSession()?.name;
  return (
    <>
      <PageHead title="Security" line={name && `How ${name} signs in to Campus`} />
      <div className={classes['page']}>
        <CardStack>
          {firebaseMeta() ? (
            <KeptElsewhere />
          ) : (
            <>
              <AuthenticatorCard />
              <ChangePasswordCard />
            </>
          )}
        </CardStack>
        {!firebaseMeta() && <SessionsCard />}
      </div>
    </>
  );
};

export default SecurityPage;
