import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { framesByAddress } from '../app/shell/first-frames.tsx';
import { SetPasswordPage } from '../features/identity/set-password.page.tsx';
import { SetupPage } from '../features/identity/setup.page.tsx';
import { SignInPage } from '../features/identity/sign-in.page.tsx';
import { LandingPage } from '../features/landing/landing.page.tsx';

/**
 * The markup of the pages that are sent ready drawn, by the name of their HTML file. What stands
 * behind a `+` is another drawing of the same page.
 */
export const prerendered = (): Readonly<Record<string, string>> => ({
  'index.html': renderToString(
    <StrictMode>
      <LandingPage />
    </StrictMode>,
  ),
  'signin.html': renderToString(
    <StrictMode>
      <SignInPage university={false} />
    </StrictMode>,
  ),
  'signin+university.html': renderToString(
    <StrictMode>
      <SignInPage university />
    </StrictMode>,
  ),
  'set-password.html': renderToString(
    <StrictMode>
      <SetPasswordPage />
    </StrictMode>,
  ),
  'setup.html': renderToString(
    <StrictMode>
      <SetupPage />
    </StrictMode>,
  ),
});

/** What the first frame of each screen shows where it knows more than bars, by address. */
export const frames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    framesByAddress.map(([address, frame]) => [address, renderToStaticMarkup(frame)]),
  );
