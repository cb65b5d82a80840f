// Runs before the application is fetched: a visitor without a session goes to the sign-in page now.
const { pathname, search, hash } = location;
if (/^\/(admin|student|teacher)(\/|$)/.test(pathname) && !localStorage.getItem('authToken')) {
  location.replace(`/signin?next=${encodeURIComponent(pathname + search + hash)}`);
}
