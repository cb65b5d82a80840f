import { IconLock } from '@tabler/icons-react';
import type { Ref } from 'react';
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
    <label className={classes['label']} htmlFor="new-password">
      New password
    </label>
    <div className={classes['field']}>
      <IconLock size={20} stroke={1.75} aria-hidden />
      <PasswordInput ref={password} id="new-password" fresh describedBy="rules" />
    </div>
    <ul className={classes['rules']} id="rules">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
    <label className={classes['label']} htmlFor="again">
      The same again
    </label>
    <div className={classes['field']}>
      <IconLock size={20} stroke={1.75} aria-hidden />
      <PasswordInput ref={again} id="again" fresh />
    </div>
  </>
);
