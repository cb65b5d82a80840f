import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
// Not a CSS module: the build drops the styles of one whose class names no script uses.
import '../features/landing/landing.css';

// The built page is prerendered and needs no React.
if (import.meta.env.DEV) {
  const { drawLanding } = await import('./draw-landing.tsx');
  drawLanding();
}
