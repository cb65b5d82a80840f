// "Get Started" is a link that is called a button, so the space bar follows it as well.
addEventListener('keydown', (event) => {
  if (event.key !== ' ' || !event.target.matches('a[role="button"]')) return;
  event.preventDefault();
  event.target.click();
});
