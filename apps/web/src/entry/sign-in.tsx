import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
import { SignInPage } from '../features/identity/sign-in.page.tsx';
import { mount } from './mount.tsx';

const university = document.querySelector('meta[name="campus-university"]') !== null;

mount(<SignInPage university={university} />);
