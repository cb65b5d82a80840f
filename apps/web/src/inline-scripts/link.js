// Removes the token of a link from the address before any request is made. It follows the `#`, which browsers
// do not send; in links of earlier versions it was a parameter. Opening another link on the same page changes
// only what follows the `#`.
(() => {
  const take = () => {
    const { hash, search, pathname } = location;
    const given = [hash.slice(1), search].map((text) => new URLSearchParams(text).get('token'));
    const token = given[0] ?? given[1];
    if (token !== null) history.replaceState({ token }, '', pathname);
    return token !== null;
  };
  take();
  addEventListener('hashchange', () => {
    if (take()) location.reload();
  });
})();
