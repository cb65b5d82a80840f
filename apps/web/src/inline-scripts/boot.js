// Runs at the end of app.html. The first frame gets the bandwidth first; once it is painted, what is marked
// with `data-late` is requested: styles, fonts, scripts. Hidden pages paint no frames, hence the timeout.
{
  const late = (rel) => {
    const links = [...document.querySelectorAll(`link[data-late="${rel}"]`)];
    for (const link of links) link.rel = rel;
    return links;
  };
  const settled = (link) =>
    new Promise((done) => {
      link.addEventListener('load', done);
      link.addEventListener('error', done);
    });
  const turn = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', done);
      port1.start();
      port2.postMessage(0);
    });
  let started = false;
  const start = async () => {
    if (started) return;
    started = true;
    const styles = late('stylesheet').map(settled);
    late('preload');
    const scripts = late('modulepreload');
    await Promise.all(styles);
    // One after the other: run in one go they would block a slow device.
    for (const { href, dataset } of scripts)
      if (dataset.part !== undefined) {
        await import(href);
        await turn();
      }
    await import(document.querySelector('meta[data-boot]').dataset.boot);
  };
  const startOrSay = () => start().catch(sayNotLoaded);
  requestAnimationFrame(() => setTimeout(startOrSay));
  setTimeout(startOrSay, 150);
}
