import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { SignInPage } from '../features/identity/sign-in.page.tsx';
import { LandingPage } from '../features/welcome/landing.page.tsx';

/** The markup of the pages that are sent ready drawn, by the name of their HTML file. */
export const prerendered = (): Readonly<Record<string, string>> => ({
  'index.html': renderToString(
    <StrictMode>
      <LandingPage />
    </StrictMode>,
  ),
  'signin.html': renderToString(
    <StrictMode>
      <SignInPage />
    </StrictMode>,
  ),
});
