// Runs after the first frame: greets the signed-in person by the name the sign-in page stored.
{
  const heading = document.querySelector('[data-greeting]');
  const name = localStorage.getItem('userName');
  if (heading && name) heading.textContent = heading.dataset.greeting.replace('{name}', () => name);
}
