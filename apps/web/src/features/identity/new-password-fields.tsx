import { IconLock } from '@tabler/icons-react';
import type { Ref } from 'react';
import { Field } from './fields.tsx';
import { PasswordInput } from './password-input.tsx';
import classes from './sign-in-form.module.css';

interface NewPasswordFieldsProps {
  readonly password: Ref<HTMLInputElement>;
  readonly again: Ref<HTMLInputElement>;
  /** What a password needs, as the identity service says it. */
  readonly rules: readonly string[];
}

/** A new password, twice, with its rules between. */
export const NewPasswordFields = ({ password, again, rules }: NewPasswordFieldsProps) => (
  <>
    <Field id="new-password" label="New password" icon={IconLock}>
      <PasswordInput ref={password} id="new-password" fresh describedBy="rules" />
    </Field>
    <ul className={classes['rules']} id="rules">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
    <Field id="again" label="The same again" icon={IconLock}>
      <PasswordInput ref={again} id="again" fresh />
    </Field>
  </>
);
