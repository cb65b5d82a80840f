import { IconKey } from '@tabler/icons-react';
import { type Ref, useEffect } from 'react';
import { Field } from '../fields.tsx';

interface CodeFieldProps {
  readonly ref: Ref<HTMLInputElement>;
  /** A recovery code instead of six digits. */
  readonly recovery?: boolean;
}

export const CodeField = ({ ref, recovery = false }: CodeFieldProps) => {
  // What had the focus before is gone.
  useEffect(() => document.querySelector<HTMLElement>('#code')?.focus(), []);
  return (
    <Field id="code" label={recovery ? 'Recovery code' : 'Six-digit code'} icon={IconKey}>
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
    </Field>
  );
};
