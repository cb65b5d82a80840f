import { IconKey } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Field, inputOf, noTextCorrection } from '../entry-form.tsx';

/** For six digits, or a recovery code. */
export const CodeField = ({ recovery = false }: { readonly recovery?: boolean }) => {
  // Its focused element was removed.
  useEffect(() => inputOf('code')?.focus(), []);
  return (
    <Field
      id="code"
      label={recovery ? 'Recovery code' : 'Six-digit code'}
      icon={IconKey}
      inputMode={recovery ? 'text' : 'numeric'}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      maxLength={40}
      {...noTextCorrection}
    />
  );
};
