// Runs in prerendered pages. Their picture gets the bandwidth first; what is marked with `data-late`, fonts
// and scripts, is loaded afterwards, or at once when the person starts using the page.
(() => {
  const fonts = document.querySelector('style[data-late]');
  const signs = ['focusin', 'pointerdown', 'keydown'];
  const showFonts = () => (fonts.media = 'all');
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const sign of signs) removeEventListener(sign, start);
    showFonts();
    for (const link of document.querySelectorAll('link[data-late]')) link.rel = 'modulepreload';
    for (const { dataset } of document.querySelectorAll('meta[data-late]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = dataset.late;
      script.addEventListener('error', sayNotLoaded);
      document.head.append(script);
    }
  };
  // A browser that has cached the fonts uses them at once.
  const known = 'campus-fonts';
  if (localStorage.getItem(known) === fonts.dataset.late) showFonts();
  document.fonts.addEventListener('loadingdone', () =>
    localStorage.setItem(known, fonts.dataset.late),
  );
  for (const sign of signs) addEventListener(sign, start);
  const watch = () => new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  addEventListener('load', watch);
  setTimeout(start, 3000);
})();
