import { IconKey } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Field, inputOf } from '../entry-form.tsx';

/** Six digits, or a recovery code. */
export const CodeField = ({ recovery = false }: { readonly recovery?: boolean }) => {
  // What had the focus before is gone.
  useEffect(() => inputOf('code')?.focus(), []);
  return (
    <Field id="code" label={recovery ? 'Recovery code' : 'Six-digit code'} icon={IconKey}>
      <input
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
