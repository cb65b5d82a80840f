import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { framesByAddress } from '../app/shell/first-frames.tsx';
import { SetPasswordPage } from '../features/identity/set-password.page.tsx';
import { SetupPage } from '../features/identity/setup.page.tsx';
import { SignInPage } from '../features/identity/sign-in.page.tsx';
import { LandingPage } from '../features/landing/landing.page.tsx';

/**
 * The pages that are sent ready drawn, by the name of their HTML file. What stands behind a `+` is another
 * drawing of the same page.
 */
const pages = {
  'index.html': <LandingPage />,
  'signin.html': <SignInPage university={false} />,
  'signin+university.html': <SignInPage university />,
  'set-password.html': <SetPasswordPage />,
  'setup.html': <SetupPage />,
};

/** Their markup. */
export const prerendered = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(pages).map(([file, page]) => [
      file,
      renderToString(<StrictMode>{page}</StrictMode>),
    ]),
  );

/** What the first frame of each screen shows where it knows more than bars, by address. */
export const frames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    framesByAddress.map(([address, frame]) => [address, renderToStaticMarkup(frame)]),
  );
