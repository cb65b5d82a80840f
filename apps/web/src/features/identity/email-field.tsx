import { IconMail } from '@tabler/icons-react';
import type { Ref } from 'react';
import classes from './sign-in-form.module.css';

interface EmailFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
}

export const EmailField = ({ ref, label }: EmailFieldProps) => (
  <>
    <label className={classes['label']} htmlFor="email">
      {label}
    </label>
    <div className={classes['field']}>
      <IconMail size={20} stroke={1.75} aria-hidden />
      <input
        ref={ref}
        id="email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </div>
  </>
);
