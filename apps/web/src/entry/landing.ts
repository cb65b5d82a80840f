import '../app/theme/base.css';
import '../app/theme/tokens.css';
import '../app/theme/fonts.css';
import classes from '../features/landing/landing.module.css';

if (import.meta.env.DEV) {
  const { drawLanding } = await import('./draw-landing.tsx');
  drawLanding();
}

// The page comes ready drawn and needs no React. "Get Started" is a link that is called a button,
// so it answers the space bar as well.
const start = document.querySelector<HTMLElement>(`.${classes['start']}`);
start?.addEventListener('keydown', (event) => {
  if (event.key !== ' ') return;
  event.preventDefault();
  start.click();
});
