import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { hoursInWords } from '@campus/contract';
import { IconLogout, IconMapPin } from '@tabler/icons-react';
import { codeOf } from '../../../lib/call-error.ts';
import { askIdentity, firebaseMeta } from '../../../lib/identity-client.ts';
import { endSession } from '../../../lib/session-end.ts';
import { reply } from '../post.ts';
import { renew } from '../../../lib/renewal.ts';
import { readSession } from '../../../lib/session.ts';
import { CardForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card, CardStack, Page } from '../../../ui/page.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { passwordsDiffer } from '../message-box.tsx';
import { pluralize } from '../../../lib/count.ts';
import { afterFrame } from '../../../lib/after-frame.ts';
import { campusQuery } from '../../../lib/campus.ts';
import { timeOfInstant } from '../../../lib/instant.ts';
import { ConfirmDialog, IconButton, useConfirm } from '../../../ui/actions.tsx';
import { Loaded, Loading, SkeletonRows } from '../../../ui/loaded.tsx';
import { AuthenticatorCard } from '../second-factor/authenticator-card.tsx';
import { describeUserAgent } from '../../../lib/user-agent.ts';
import passwordClasses from './change-password-card.module.css';
import classes from './security.module.css';

/** A browser in which the person is signed in. Instants as in the API. */
export interface SignedInBrowser {
  readonly id: string;
  readonly here: boolean;
  readonly userAgent: string;
  /** Empty when unknown. */
  readonly network: string;
  readonly since: string;
  readonly lastUsed: string;
}

/** Sends people who have been signed out to the sign-in page, as any other call does. */
const askSessions = async (path: string, body?: object): Promise<readonly SignedInBrowser[]> => {
  try {
    const answer = await reply<{ sessions: readonly SignedInBrowser[] }>(askIdentity(path, body));
    return answer.sessions;
  } catch (error) {
    if (codeOf(error) === 'session_ended') endSession();
    throw error;
  }
};

const sessionsQuery = queryOptions({
  queryKey: ['/identity/sessions'],
  queryFn: () => askSessions('/sessions'),
});

/** Ends one session, or with `null` all but this one; returns those left. */
const endSessions = (id: string | null): Promise<readonly SignedInBrowser[]> =>
  id === null ? askSessions('/end-other-sessions', {}) : askSessions('/end-session', { id });

/** The identity service's rules for a new password, which depend on who is signed in. */
const passwordRulesOptions = queryOptions({
  queryKey: ['/identity/password-rules'],
  queryFn: () => reply<{ rules: readonly string[] }>(askIdentity('/password-rules')),
  staleTime: Infinity,
});

const blank = { currentPassword: '', newPassword: '', again: '' };

/** Changes the signed-in person's password and ends their other sessions. */
const changePassword = async (values: typeof blank): Promise<void> => {
  const { currentPassword, newPassword } = values;
  await reply(askIdentity('/change-password', { currentPassword, newPassword }));
  // This has ended every ID token. A failure here does not matter: the next call renews as well.
  await renew(readSession()?.token ?? '').catch(() => undefined);
};

const ChangePasswordCard = () => {
  const session = useSession();
  const rulesId = useId();
  const { data, isFetched } = useQuery(passwordRulesOptions);
  const rules = data?.rules ?? [];
  const [shown, setShown] = useState(false);
  const { fieldProps, save, props } = useForm({
    draftKey: null,
    initial: blank,
    check: ({ currentPassword, newPassword, again }) => ({
      currentPassword: !currentPassword && 'Please enter your current password.',
      newPassword: !newPassword && 'Please enter a new password.',
      again: newPassword !== '' && newPassword !== again && passwordsDiffer,
    }),
    send: changePassword,
    clears: true,
    onStored: () => setShown(false),
    failed: 'Failed to change the password. Please try again.',
  });
  const secret = { type: shown ? 'text' : 'password', autoCapitalize: 'none', spellCheck: false };

  if (!isFetched)
    return (
      <Card title="Change Password">
        <Loading text="Loading the rules for passwords...">
          <SkeletonRows rows={5} columns={1} />
        </Loading>
      </Card>
    );
  return (
    <Card title="Change Password" className={passwordClasses['card']}>
      <CardForm
        {...props}
        above={
          save.isSuccess && (
            <Banner kind="success" onDismiss={save.reset}>
              Your password is changed. Wherever else you were signed in, you have been signed out.
            </Banner>
          )
        }
        button={{ size: 'md', fullWidth: false, className: passwordClasses['submit'] ?? '' }}
        action="Change Password"
        busyAction="Changing..."
      >
        {/* Tells a password manager whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session?.email ?? ''}
          readOnly
          hidden
        />
        <TextField
          label="Current password"
          required
          autoComplete="current-password"
          {...secret}
          {...fieldProps('currentPassword')}
        />
        <div>
          <TextField
            label="New password"
            required
            autoComplete="new-password"
            aria-describedby={rules.length > 0 ? rulesId : undefined}
            {...secret}
            {...fieldProps('newPassword')}
          />
          {rules.length > 0 && (
            <ul className={passwordClasses['rules']} id={rulesId}>
              {rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          )}
        </div>
        <TextField
          label="The same again"
          required
          autoComplete="new-password"
          {...secret}
          {...fieldProps('again')}
        />
        <Checkbox
          label="Show what is typed"
          checked={shown}
          onChange={(event) => setShown(event.currentTarget.checked)}
        />
      </CardForm>
    </Card>
  );
};

const SessionRow = (props: { readonly session: SignedInBrowser; readonly onEnd: () => void }) => {
  const { here, userAgent, network, since, lastUsed } = props.session;
  const { name, icon: DeviceIcon } = describeUserAgent(userAgent);
  return (
    <li className={classes['session']}>
      <span className={classes['icon']}>
        <DeviceIcon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes['description']}>
        <strong>{here ? `${name}, this one` : name}</strong>
        <small>
          {network && `${network} · `}since {timeOfInstant(since)}
          {!here && ` · used ${timeOfInstant(lastUsed)}`}
        </small>
      </span>
      {here ? (
        <span className={classes['currentSession']}>
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

/** The browsers in which the person is signed in, each with a button to end the session. */
const SessionsCard = () => {
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const hours = useQuery(campusQuery).data?.sessionHours;
  const list = useRef<HTMLUListElement>(null);
  const others = query.data?.filter(({ here }) => !here).length ?? 0;
  const ending = useConfirm({
    run: (what: SignedInBrowser | 'others') => endSessions(what === 'others' ? null : what.id),
    done: (_, what) =>
      what === 'others' ? 'All other sessions are ended' : 'The session is ended',
    failed: 'The session could not be ended. Please try again.',
    onDone: (left) => {
      client.setQueryData(sessionsQuery.queryKey, left);
      // The button that was pressed may be gone with its row.
      afterFrame(() => list.current?.focus());
    },
  });
  const { about, ask } = ending;
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
          <ul ref={list} tabIndex={-1} aria-label="Signed in">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => ask(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      <div className={classes['footer']}>
        <span>
          {hours === undefined
            ? '\u00A0'
            : `Sessions end automatically after ${hoursInWords(hours)}`}
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
        title={about === 'others' ? 'End all other sessions?' : 'End this session?'}
        confirmLabel={about === 'others' ? `End ${pluralize(others, 'Session')}` : 'End Session'}
      >
        {about !== 'others' &&
          about &&
          `${describeUserAgent(about.userAgent).name} is signed out at once. `}
        {about === 'others' && 'Every other device is signed out at once. '}
        Unsaved work there is lost, and this cannot be undone. Whoever uses it has to sign in again.
      </ConfirmDialog>
    </Card>
  );
};

/** Firebase Authentication manages the account: none of our own functions would work. */
const ExternalSignInCard = () => (
  <Card title="Your sign-in">
    Your password and sessions are managed by your university’s sign-in service. For a new password,
    sign out and press Forgot Password on the sign-in page.
  </Card>
);

/** How the signed-in person signs in; the same for all three roles. */
const SecurityPage = () => {
  const name = useSession()?.name;
  return (
    <Page title="Security" line={name && `How ${name} signs in to Campus`}>
      <div className={classes['page']} data-in-order="narrow">
        <CardStack>
          {firebaseMeta() ? (
            <ExternalSignInCard />
          ) : (
            <>
              <AuthenticatorCard />
              <ChangePasswordCard />
            </>
          )}
        </CardStack>
        {!firebaseMeta() && <SessionsCard />}
      </div>
    </Page>
  );
};

export default SecurityPage;
