import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
import { SetupPage } from '../features/identity/setup.page.tsx';
import { mount } from './mount.tsx';

mount(<SetupPage />);
