import { Fragment } from 'react';

/** An e-mail address that continues on the next line after its @ or a dot, not in the middle of a word. */
export const EmailText = ({ email }: { readonly email: string }) =>
  [...email.matchAll(/[^@.]*[@.]|[^@.]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
