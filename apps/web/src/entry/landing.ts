import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
// No module: of one whose names no script reads, the build leaves out the styles.
import '../features/landing/landing.css';

// The page comes ready drawn and needs no React.
if (import.meta.env.DEV) {
  const { drawLanding } = await import('./draw-landing.tsx');
  drawLanding();
}
