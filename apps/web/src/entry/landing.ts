import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
import '../features/landing/landing.module.css';

if (import.meta.env.DEV) {
  const { drawLanding } = await import('./draw-landing.tsx');
  drawLanding();
}
