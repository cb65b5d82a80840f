import { Checkbox } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { askIdentity } from '../../../lib/identity-client.ts';
import { renew } from '../../../lib/renewal.ts';
import { readSession } from '../../../lib/session.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { CardForm } from '../../../ui/form.tsx';
import { different } from '../message-box.tsx';
import { reply } from '../post.ts';
import classes from './change-password-card.module.css';

/** What a new password needs, as the identity service says it: it depends on who is signed in. */
const passwordRulesOptions = queryOptions({
  queryKey: ['/identity/password-rules'],
  queryFn: () => reply<{ rules: readonly string[] }>(askIdentity('/password-rules')),
  staleTime: Infinity,
});

const blank = { currentPassword: '', newPassword: '', again: '' };

/** Changes the password of the person who is signed in and ends their other sessions. */
const changePassword = async (values: typeof blank): Promise<void> => {
  const { currentPassword, newPassword } = values;
  await reply(askIdentity('/change-password', { currentPassword, newPassword }));
  // Every ID token has ended with it. What comes of this is no matter: the next call renews, too.
  await renew(readSession()?.token ?? '').catch(() => undefined);
};

/** Choosing another password, for the person who is signed in. */
export const ChangePasswordCard = () => {
  const session = useSession();
  const rulesId = useId();
  const { data } = useQuery(passwordRulesOptions);
  const rules = data?.rules ?? [];
  const [shown, setShown] = useState(false);
  const { field, save, props } = useForm({
    opened: blank,
    check: ({ currentPassword, newPassword, again }) => ({
      currentPassword: !currentPassword && 'Please enter your current password.',
      newPassword: !newPassword && 'Please enter a new password.',
      again: newPassword !== '' && newPassword !== again && different,
    }),
    send: changePassword,
    clears: true,
    onStored: () => setShown(false),
    failed: 'Failed to change the password. Please try again.',
  });
  const secret = { type: shown ? 'text' : 'password', autoCapitalize: 'none', spellCheck: false };

  return (
    <Card title="Change Password" className={classes['card']}>
      <CardForm
        {...props}
        above={
          save.isSuccess && (
            <Banner kind="success" onDismiss={save.reset}>
              Your password is changed. Wherever else you were signed in, you have been signed out.
            </Banner>
          )
        }
        button={{ size: 'md', fullWidth: false, className: classes['submit'] ?? '' }}
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
          {...field('currentPassword')}
        />
        <div>
          <TextField
            label="New password"
            required
            autoComplete="new-password"
            aria-describedby={rules.length > 0 ? rulesId : undefined}
            {...secret}
            {...field('newPassword')}
          />
          {rules.length > 0 && (
            <ul className={classes['rules']} id={rulesId}>
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
          {...field('again')}
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
