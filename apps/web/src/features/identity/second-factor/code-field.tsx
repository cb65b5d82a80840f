import { IconKey } from '@tabler/icons-react';
import { type Ref, useEffect } from 'react';
import form from '../sign-in-form.module.css';

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  /** A recovery code instead of six digits. */
  readonly recovery?: boolean;
}

export const CodeField = ({ ref, recovery = false }: CodeFieldProps) => {
  // What had the focus before is gone.
  useEffect(() => document.querySelector<HTMLElement>('#code')?.focus(), []);
  return (
    <>
      <label className={form['label']} htmlFor="code">
        {recovery ? 'Recovery code' : 'Six-digit code'}
      </label>
      <div className={form['field']}>
        <IconKey size={20} stroke={1.75} aria-hidden />
        <input
          ref={ref}
          id="code"
          name="code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete={recovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
      </div>
    </>
  );
};
