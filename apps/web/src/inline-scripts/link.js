// Takes the token of a link out of the address before anything is asked for. It stands behind the
// `#`, which browsers send to nobody; in links of earlier versions it was a parameter. A link that is
// opened where the page stands already changes only what is behind the `#`.
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
