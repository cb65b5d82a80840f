import { type Icon, IconMail } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import classes from './sign-in-form.module.css';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly icon: Icon;
  readonly children: ReactNode;
}

/** A labelled input with an icon in it. */
export const Field = ({ id, label, icon: FieldIcon, children }: FieldProps) => (
  <>
    <label className={classes['label']} htmlFor={id}>
      {label}
    </label>
    <div className={classes['field']}>
      <FieldIcon size={20} stroke={1.75} aria-hidden />
      {children}
    </div>
  </>
);

interface EmailFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
}

export const EmailField = ({ ref, label }: EmailFieldProps) => (
  <Field id="email" label={label} icon={IconMail}>
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
  </Field>
);
