// Takes the token of a link out of the address before anything is asked for: fonts of a style that
// stands in the page are fetched with the whole address as their referrer, whatever the page's policy.
(() => {
  const token = new URLSearchParams(location.search).get('token');
  if (token !== null) history.replaceState({ token }, '', location.pathname);
})();
