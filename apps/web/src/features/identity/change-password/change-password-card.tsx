import { Button, Checkbox } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { identityBase } from '../../../lib/addresses.ts';
import { askIdentity } from '../../../lib/identity-client.ts';
import { renew } from '../../../lib/renewal.ts';
import { readSession } from '../../../lib/session.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { different } from '../message-box.tsx';
import { Refused, reply, sentenceOf } from '../post.ts';
import classes from './change-password-card.module.css';

/** What a new password needs, as the identity service says it. */
const passwordRulesOptions = queryOptions({
  queryKey: ['identity', 'password-rules'],
  queryFn: ({ signal }) =>
    reply<{ rules: readonly string[] }>(
      // They depend on who is signed in.
      fetch(`${identityBase()}/password-rules`, { signal, credentials: 'include' }),
    ),
  staleTime: Infinity,
});

interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** Changes the password of the person who is signed in and ends their other sessions. @throws Refused */
const changePassword = async (change: PasswordChange): Promise<void> => {
  await reply(askIdentity('/change-password', change));
  // Every ID token has ended with it. What comes of this is no matter: the next call renews, too.
  await renew(readSession()?.token ?? '').catch(() => undefined);
};

const blank = { currentPassword: '', newPassword: '', again: '' };

const problemsOf = ({ currentPassword, newPassword, again }: typeof blank) => ({
  ...(!currentPassword && { currentPassword: 'Please enter your current password.' }),
  ...(!newPassword && { newPassword: 'Please enter a new password.' }),
  ...(newPassword && newPassword !== again && { again: different }),
});

/** Sentences by field. A password may break several rules at once. */
const refusedFields = (error: unknown): Record<string, string> => {
  const found: Record<string, string> = {};
  if (error instanceof Refused)
    for (const { field, message } of error.details)
      found[field] = [found[field], message].filter(Boolean).join(' ');
  return found;
};

/** Choosing another password, for the person who is signed in. */
export const ChangePasswordCard = () => {
  const session = useSession();
  const rulesId = useId();
  const { data } = useQuery(passwordRulesOptions);
  const rules = data?.rules ?? [];
  const [shown, setShown] = useState(false);
  const [message, setMessage] = useState<{ kind: 'success' | 'error'; text: string } | null>(null);
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      clear();
      setShown(false);
      setMessage({
        kind: 'success',
        text: 'Your password is changed. Wherever else you were signed in, you have been signed out.',
      });
    },
    onError: (error) => {
      const fields = refusedFields(error);
      refuse(fields);
      if (Object.keys(fields).length > 0) return;
      const text = sentenceOf(error, 'Failed to change the password. Please try again.');
      setMessage({ kind: 'error', text });
    },
  });
  const busy = change.isPending;
  const { form, values, field, refuse, clear } = useFormFields(blank, busy);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setMessage(null);
    const problems = problemsOf(values);
    if (Object.keys(problems).length > 0) refuse(problems);
    else
      change.mutate({ currentPassword: values.currentPassword, newPassword: values.newPassword });
  };
  const secret = { type: shown ? 'text' : 'password', autoCapitalize: 'none', spellCheck: false };

  return (
    <Card title="Change Password">
      {message && (
        <div className={classes['message']}>
          <Banner kind={message.kind} onDismiss={() => setMessage(null)}>
            {message.text}
          </Banner>
        </div>
      )}
      <form ref={form} noValidate onSubmit={submit}>
        {/* Tells a password manager whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={session?.email ?? ''}
          readOnly
          hidden
        />
        <fieldset className={classes['fields']} disabled={busy}>
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
        </fieldset>
        <div className={classes['actions']}>
          <Button type="submit" size="md" disabled={busy}>
            {busy ? 'Changing...' : 'Change Password'}
          </Button>
        </div>
      </form>
    </Card>
  );
};
