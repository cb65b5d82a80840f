// Runs before the application is fetched: sends visitors without a session to the sign-in page, and shows
// people of this area its frame. Campus as an installed application starts at /start.
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
