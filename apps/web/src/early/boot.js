// Runs after the styles have come: the application starts once the first frame is on the screen, which
// would else wait for it. A page that nobody looks at paints no frames.
{
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = document.querySelector('meta[data-boot]').dataset.boot;
    document.head.append(script);
  };
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, 150);
}
