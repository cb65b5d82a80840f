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
// It comes while a person signs in, and not before they begin to.
addEventListener('input', fetchApplication, { once: true });
