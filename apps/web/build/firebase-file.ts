import type { Plugin } from 'vite';

/**
 * A file of its own for what only a campus at Firebase needs. The server names it in the pages of such a
 * campus: an import of ours would bring Vite's preloading to the sign-in page of every other.
 */
export const firebaseFile = (): Plugin => ({
  name: 'campus-firebase-file',
  apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: 'src/lib/firebase.ts',
      name: 'firebase',
      preserveSignature: 'strict',
    });
  },
});
