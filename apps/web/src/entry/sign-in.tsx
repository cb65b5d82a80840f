import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
import { SignInPage } from '../features/identity/sign-in.page.tsx';
import { mount } from './mount.tsx';

const university = document.querySelector('meta[name="campus-university"]') !== null;

mount(<SignInPage university={university} />);

const fetchApplication = (): void => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-application]'))
    link.rel = 'prefetch';
};
// Fetched while a person signs in, but not before they start typing.
addEventListener('input', fetchApplication, { once: true });
