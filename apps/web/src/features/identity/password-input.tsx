import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type Ref, useState } from 'react';
import classes from './sign-in-form.module.css';

interface PasswordInputProps {
  readonly id: string;
  readonly ref: Ref<HTMLInputElement>;
  /** A password to be, which the browser may propose. */
  readonly fresh?: boolean;
  /** Id of what says more about it. */
  readonly describedBy?: string;
}

/** With a button that shows what is typed. */
export const PasswordInput = ({ id, ref, fresh = false, describedBy }: PasswordInputProps) => {
  const [shown, setShown] = useState(false);
  const Eye = shown ? IconEyeOff : IconEye;
  return (
    <>
      <input
        ref={ref}
        id={id}
        name={id}
        type={shown ? 'text' : 'password'}
        autoComplete={fresh ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={describedBy}
        required
      />
      <button
        className={classes['eye']}
        type="button"
        aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
        onClick={() => setShown(!shown)}
      >
        <Eye size={24} stroke={1.75} aria-hidden />
      </button>
    </>
  );
};
