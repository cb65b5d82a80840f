import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
import { LandingPage } from '../features/welcome/landing.page.tsx';
import { mount } from './mount.tsx';

mount(<LandingPage />);
