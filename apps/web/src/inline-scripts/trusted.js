// The one policy of our pages for what browsers would read as script (Trusted Types): everything else
// that puts text into an element's HTML, or runs it, is refused. Mantine writes its styles that way.
globalThis.trustedTypes?.createPolicy('default', {
  // Without a "<" it is the text of an element, such as the CSS of a style.
  createHTML: (text) => (text.includes('<') ? null : text),
  // Entries of our pages, the worker that reads PDFs, and the one that opens Campus without network.
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.origin);
    const isOurs = origin === location.origin && /^\/(assets\/|service-worker)/.test(pathname);
    return isOurs ? address : null;
  },
});
