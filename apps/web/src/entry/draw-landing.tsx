import { LandingPage } from '../features/landing/landing.page.tsx';
import { mount } from './mount.tsx';

/** In development, where nothing has drawn the page before. */
export const drawLanding = (): void => mount(<LandingPage />);
