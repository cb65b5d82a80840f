import { LandingPage } from '../features/landing/landing.page.tsx';
import { mount } from './mount.tsx';

/** For development only, where the page is not prerendered. */
export const drawLanding = (): void => mount(<LandingPage />);
