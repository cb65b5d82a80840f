// The only Trusted Types policy of our pages: whatever else puts text into an element's HTML, or runs it as a
// script, is blocked. Mantine writes its styles through `createHTML`.
globalThis.trustedTypes?.createPolicy('default', {
  // Without a "<" it is plain text, such as the CSS of a style element.
  createHTML: (text) => (text.includes('<') ? null : text),
  // Scripts of our pages, the PDF worker, and the service worker.
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.origin);
    const isOurs = origin === location.origin && /^\/(assets\/|service-worker)/.test(pathname);
    return isOurs ? address : null;
  },
});
