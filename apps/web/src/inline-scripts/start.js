// "Get Started" is a link with the role of a button, so the space bar must follow it, too.
addEventListener('keydown', (event) => {
  if (event.key !== ' ' || !event.target.matches('a[role="button"]')) return;
  event.preventDefault();
  event.target.click();
});
