// Runs from the first frame on: a link that is called a button answers the space bar as well.
addEventListener('keydown', (event) => {
  if (event.key !== ' ' || !event.target.matches?.('a[role=button]')) return;
  event.preventDefault();
  event.target.click();
});
