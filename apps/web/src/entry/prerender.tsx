import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { framesByAddress } from '../app/shell/first-frames.tsx';
import { SetPasswordPage } from '../features/identity/set-password.page.tsx';
import { SetupPage } from '../features/identity/setup.page.tsx';
import { SignInPage } from '../features/identity/sign-in.page.tsx';
import { LandingPage } from '../features/landing/landing.page.tsx';

/** The prerendered pages, by the name of their HTML file. What follows a `+` is a variant of the same page. */
const pages = {
  'index.html': <LandingPage />,
  'signin.html': <SignInPage university={false} />,
  'signin+university.html': <SignInPage university />,
  'set-password.html': <SetPasswordPage />,
  'setup.html': <SetupPage />,
};

/** The markup of each page. */
export const prerendered = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(pages).map(([file, page]) => [
      file,
      renderToString(<StrictMode>{page}</StrictMode>),
    ]),
  );

/** The first frames that show more than bars, by address. */
export const frames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    framesByAddress.map(([address, frame]) => [address, renderToStaticMarkup(frame)]),
  );
