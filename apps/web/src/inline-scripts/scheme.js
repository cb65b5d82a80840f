// Runs before the first paint: applies the scheme the person chose, or else follows the system's.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = localStorage.getItem('campus-scheme');
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  };
  system.addEventListener('change', apply);
  apply();
})();
