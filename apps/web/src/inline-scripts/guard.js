// Runs before the application is fetched: a visitor without a session goes to the sign-in page now,
// a person of this area sees its frame. Campus as an installed application begins at /start.
{
  const { pathname, search, hash } = location;
  const area = /^\/(admin|student|teacher)(?=\/|$)/.exec(pathname)?.[1];
  const role = localStorage.getItem('userRole')?.toLowerCase();
  if (pathname === '/start') {
    location.replace(role && localStorage.getItem('authToken') ? `/${role}/dashboard` : '/signin');
  } else if (area && !localStorage.getItem('authToken')) {
    location.replace(`/signin?next=${encodeURIComponent(pathname + search + hash)}`);
  } else if (area && role === area) {
    const { dataset } = document.documentElement;
    dataset.area = area;
    if (localStorage.getItem('campus-sidebar') === '"collapsed"') dataset.sidebar = 'collapsed';
  }
}
