import { type ReactNode, startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

/** Takes over the prerendered markup; in development, where there is none, draws the page itself. */
export const mount = (page: ReactNode): void => {
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page has no #root.');
  const tree = <StrictMode>{page}</StrictMode>;
  if (root.firstElementChild) hydrateRoot(root, tree);
  // In slices: what the person does in the meantime is answered between them.
  else startTransition(() => createRoot(root).render(tree));
};
