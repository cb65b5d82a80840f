import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** Hydrates the prerendered markup; in development, where there is none, renders the page. */
export const mount = (page: ReactNode): void => {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root.');
  const tree = <StrictMode>{page}</StrictMode>;
  if (root.firstElementChild) hydrateRoot(root, tree);
  // In slices, so that input is handled in between.
  else startTransition(() => createRoot(root).render(tree));
};
