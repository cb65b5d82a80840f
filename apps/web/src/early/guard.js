// Runs before the application is fetched: a visitor without a session goes to the sign-in page now.
if (!localStorage.getItem('authToken')) {
  const { pathname, search, hash } = location;
  location.replace(`/signin?next=${encodeURIComponent(pathname + search + hash)}`);
}
