// Runs before the application is fetched: a visitor without a session goes to the sign-in page now,
// a person of this area sees its frame.
{
  const { pathname, search, hash } = location;
  const area = /^\/(admin|student|teacher)(?=\/|$)/.exec(pathname)?.[1];
  if (area && !localStorage.getItem('authToken')) {
    location.replace(`/signin?next=${encodeURIComponent(pathname + search + hash)}`);
  } else if (area && localStorage.getItem('userRole')?.toLowerCase() === area) {
    const { dataset } = document.documentElement;
    dataset.area = area;
    if (localStorage.getItem('campus-sidebar') === '"collapsed"') dataset.sidebar = 'collapsed';
  }
}
