import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
import { SetPasswordPage } from '../features/identity/set-password.page.tsx';
import { mount } from './mount.tsx';

mount(<SetPasswordPage />);
